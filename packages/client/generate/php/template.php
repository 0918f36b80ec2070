<?php
declare(strict_types=1);

namespace VehicleLookup;

// A client for the vehicle lookup API, for PHP 8.2 and newer with curl. It has no other dependencies, so this file may be copied.

/**
 * The only error class of this client. It never contains the key.
 *
 * @phpstan-type ErrorCode 'bad_request'|'unauthorized'|'forbidden_by_plan'|'not_found'|'quota_exhausted'|'rate_limited'|'rejected'|'server'|'timeout'|'network'|'invalid_response'|'invalid_argument'
 */
final class VehicleLookupError extends \RuntimeException
{
    private const NEXT = [
#NEXT
    ];

    /**
     * @param ErrorCode $errorCode the reason why there is no data
     * @param ?int $status the HTTP status; null without a response
     * @param ?int $retryAfter seconds to wait before the next request, as stated by the service
     */
    public function __construct(
        public readonly string $errorCode,
        public readonly string $operation,
        string $what,
        public readonly ?int $status = null,
        public readonly ?int $retryAfter = null,
    ) {
        $next = self::NEXT[$errorCode] ?? '';
        parent::__construct("$operation: " . (str_ends_with($what, $next) ? $what : "$what $next"));
    }
}

/**
 * A response with data.
 *
 * @template-covariant T
 */
final class Result
{
    /**
     * @param T $data
     * @param list<array{path: string, expected: string, got: mixed}> $issues the values that could not be parsed; null in `data`
     * @param array<mixed>|\stdClass $raw the decoded JSON body
#META_PARAMS
     */
    public function __construct(
        public readonly mixed $data,
        public readonly array $issues,
        public readonly array|\stdClass $raw,
#META
    ) {
    }
}

/** A GET request. */
final class Request
{
    private readonly \SensitiveParameterValue $url;

    /**
     * @param string $cacheKey the URL without the account
     * @param array<string, string> $headers
     * @param float $timeout seconds; 0 for no limit
     */
    public function __construct(
        #[\SensitiveParameter] string $url,
        public readonly string $cacheKey,
        public readonly array $headers,
        public readonly float $timeout,
    ) {
        $this->url = new \SensitiveParameterValue($url);
    }

    /** Returns the URL with the key: do not log it. Dumps and exports of the request do not contain it. */
    public function url(): string
    {
        return $this->url->getValue();
    }
}

/** A response with any status. */
final class Response
{
    /** @param array<string, string|list<string>> $headers */
    public function __construct(public readonly int $status, public readonly array $headers, public readonly string $text)
    {
    }

    /** Reports whether the response has data. A cache should keep only such responses. */
    public function isSuccess(): bool
    {
        return VehicleLookup::successBody($this) !== null;
    }
}

/** The error of a missing or incomplete response. The client passes on other exceptions unchanged, except PSR-18 exceptions. */
final class TransportError extends \RuntimeException
{
    /**
     * @param string $reason without the URL
     * @param bool $mayBeCharged whether the request may be charged; if so, it is not repeated
     */
    public function __construct(string $reason, public readonly bool $isTimeout = false, public readonly bool $mayBeCharged = false)
    {
        parent::__construct($reason);
    }
}

/**
 * One account of one service. Every method throws a VehicleLookupError if there is no data.
 *
 * A field without a value is null. `extra` contains the fields that the document does not name, as strings.
 *
 * @phpstan-type Period array{from: string|null, to: string|null} two months as `YYYY-MM`; a missing month is null
 * @phpstan-type Quantity array{text: string, min: float|int|null, max: float|int|null, unit: string|null}
#TYPES
 */
final class VehicleLookup
{
    /** The version of the client. */
    public const VERSION = '#VERSION';
    private const LONGEST_WAIT = 60;

    private readonly string $address;
    private readonly \SensitiveParameterValue $account;
    private readonly \SensitiveParameterValue $transport;

    /**
     * @param string $baseUrl the base URL of the service, with or without the path of the interface at its end
     * @param float $timeout seconds for one attempt; 0 for no limit
     * @param int $retries the maximum number of retries of a failed request
     * @param ?callable(Request): Response $transport sends the requests without following redirects. Default: `VehicleLookup::curl(...)`
     * @throws VehicleLookupError `invalid_argument`
     */
    public function __construct(
        #[\SensitiveParameter] string $baseUrl,
#CREDENTIALS
        private readonly float $timeout = 30,
        private readonly int $retries = 2,
        #[\SensitiveParameter] ?callable $transport = null,
    ) {
        $account = [#ACCOUNT];
        foreach ($account as $name => $value) {
            if ($value === '' || !self::isText($value) || str_contains($value, "\n")) {
                throw self::rejection('connect', $name, 'a non-empty text of one line', Reading::describe($value));
            }
        }
        foreach (['timeout' => $timeout, 'retries' => $retries] as $name => $number) {
            if (!($number >= 0)) {
                throw self::rejection('connect', $name, 'a number from 0', Reading::describe($number));
            }
        }
        $this->address = self::readBaseUrl($baseUrl) . '#PATH/?';
        // A `SensitiveParameterValue` hides its value from dumps, exports and serialisations.
        $this->account = new \SensitiveParameterValue($account);
        $this->transport = new \SensitiveParameterValue($transport ?? self::curl(...));
    }

#METHODS

    // Requests

    /**
     * @param array<string, string|int> $selectors
     * @param array<string, string|int|null> $inputs
     * @return Result<mixed>
     */
    private function call(string $operation, array $selectors, array $inputs, string $reader, ?string $member): Result
    {
        $query = array_filter($selectors + $inputs, static fn (string|int|null $value): bool => $value !== null);
        for ($attempt = 0; ; $attempt++) {
            $outcome = $this->attempt($operation, $query);
            if (!$outcome instanceof VehicleLookupError) {
                return (new Reading($operation))->result($outcome, $reader, $member);
            }
            $delay = $this->retryDelay($outcome, $attempt);
            if ($delay === null) {
                throw $outcome;
            }
            usleep($delay);
        }
    }

    /**
     * @param array<string, string|int> $query
     * @return array<mixed>|\stdClass|VehicleLookupError the body of a success, or the error of the attempt
     */
    private function attempt(string $operation, array $query): array|\stdClass|VehicleLookupError
    {
        $secrets = array_intersect_key($this->account->getValue(), [#SECRET_KEYS]);
        $mask = static fn (string $text): string => Mask::apply($text, $secrets);
        $headers = ['Accept' => 'application/json', 'User-Agent' => 'vehicle-lookup-client-php/' . self::VERSION];
        $url = fn (array $values): string => $this->address . http_build_query($values, '', '&', PHP_QUERY_RFC3986);
        $request = new Request($url($query + $this->account->getValue()), $url($query), $headers, $this->timeout);
        try {
            $response = $this->transport->getValue()($request);
        } catch (TransportError $error) {
            $failed = $error->isTimeout
                ? new VehicleLookupError('timeout', $operation, "no answer within $this->timeout s.")
                : new VehicleLookupError('network', $operation, $mask("no answer: {$error->getMessage()}."));
            return $error->mayBeCharged ? throw $failed : $failed;
        } catch (\Psr\Http\Client\ClientExceptionInterface $error) {
            // PSR-18 does not distinguish a timeout from a lost connection. The exception message may contain the URL.
            throw new VehicleLookupError('network', $operation, 'no answer: ' . $error::class . '.');
        }
        if (!$response instanceof Response) {
            throw new \TypeError('transport: expected a Response, got ' . get_debug_type($response));
        }
        $headers = array_map(static fn (string|array $value): string => $mask(implode(', ', (array) $value)), array_change_key_case($response->headers));
        return self::successBody($response) ?? self::responseError($operation, $response->status, $headers, self::parse($mask($response->text)));
    }

    /**
     * @internal
     * @return array<mixed>|\stdClass|null the body of a response with data; null for any other response
     */
    public static function successBody(Response $response): array|\stdClass|null
    {
        $body = $response->status === #SUCCESS ? self::parse($response->text) : null;
        return self::isRejection($body) ? null : $body;
    }

    /** The default transport. @throws TransportError */
    public static function curl(#[\SensitiveParameter] Request $given): Response
    {
        $headers = [];
        $request = curl_init();
        curl_setopt_array($request, [
            CURLOPT_URL => $given->url(),
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_ENCODING => '',
            // A redirect would send the key to another URL.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_TIMEOUT_MS => (int) ceil($given->timeout * 1000),
            CURLOPT_NOSIGNAL => true,
            CURLOPT_HTTPHEADER => array_map(static fn (string $name, string $value): string => "$name: $value", array_keys($given->headers), $given->headers),
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$headers): int {
                [$name, $value] = explode(':', $line, 2) + [1 => null];
                if ($value !== null) {
                    $headers[strtolower(trim($name))] = trim($value);
                }
                return strlen($line);
            },
        ]);
        $text = curl_exec($request);
        if (is_string($text)) {
            return new Response(curl_getinfo($request, CURLINFO_RESPONSE_CODE), $headers, $text);
        }
        $number = curl_errno($request);
        // The message of curl_error() may contain the URL.
        $isCut = curl_getinfo($request, CURLINFO_RESPONSE_CODE) === #SUCCESS;
        throw new TransportError((string) curl_strerror($number), $number === CURLE_OPERATION_TIMEDOUT, $isCut);
    }

    private static function readBaseUrl(#[\SensitiveParameter] string $url): string
    {
        $text = trim($url);
        $parts = parse_url($text);
        $isGood = is_array($parts) && preg_match('~^https?$~i', $parts['scheme'] ?? '') && ($parts['host'] ?? '') !== '';
        // The error does not contain the URL, which may be a request URL with the key.
        if (!$isGood || preg_match('~[\s?#@\\\\]~', $text) || !self::isText($text)) {
            throw self::rejection('connect', 'baseUrl', 'a URL like http://example.com or https://example.com, without a query', Reading::describe($url));
        }
        return preg_replace('~(?:#PATH)?/*\z~', '', $text);
    }

    // Errors

    /** Returns the microseconds until the next attempt, random unless the service states a time; null if no attempt follows. */
    private function retryDelay(VehicleLookupError $error, int $attempt): ?int
    {
        if ($attempt >= $this->retries || !in_array($error->errorCode, ['network', 'server', 'rate_limited'], true)) {
            return null;
        }
        if ($error->retryAfter === null) {
            return random_int(0, (int) min(300_000 * 2 ** $attempt, self::LONGEST_WAIT * 1_000_000));
        }
        return $error->retryAfter <= self::LONGEST_WAIT ? $error->retryAfter * 1_000_000 : null;
    }

    private static function responseError(string $operation, int $status, array $headers, array|\stdClass|null $body): VehicleLookupError
    {
        $wait = self::retryAfter($status, $headers);
        $code = self::codeOf($status, $body, $wait ?? 0);
        $what = "HTTP $status" . self::messageOf($body);
        if ($code === 'invalid_response') {
            $found = $status >= 300 && $status < 400 ? 'a redirect' : (($headers['content-type'] ?? '') ?: 'nothing');
            $what = "HTTP $status with $found: expected JSON of the interface. Check baseUrl.";
        }
        // Longer messages are truncated, but not within a character.
        $what = preg_match('/^.{0,500}/su', $what, $start) ? $start[0] : substr($what, 0, 500);
        return new VehicleLookupError($code, $operation, preg_replace('/[^.!?]\z/su', '$0.', $what) ?? $what, $status, $wait);
    }

    private static function codeOf(int $status, array|\stdClass|null $body, int $wait): string
    {
        return match (true) {
            $status >= 500 => 'server',
            $status === #SUCCESS => $body === null ? 'invalid_response' : 'rejected',
            $status === 401 => 'unauthorized',
            $status === 403 => 'forbidden_by_plan',
            // Without the body of a failure, a 404 comes from a server without the API at this URL.
            $status === 404 => self::isRejection($body) ? 'not_found' : 'invalid_response',
            $status === 429 => $wait > self::LONGEST_WAIT ? 'quota_exhausted' : 'rate_limited',
            default => $status >= 400 ? 'bad_request' : 'invalid_response',
        };
    }

    /** Reports whether a body is a failure, regardless of its status, or a list that contains only failures. */
    private static function isRejection(mixed $body): bool
    {
        if (is_array($body)) {
            return $body !== [] && array_filter($body, self::isRejection(...)) === $body;
        }
        foreach ([#FAILURE] as $name => $mark) {
            if ($body instanceof \stdClass && property_exists($body, $name) && self::isMark($body->$name, $mark)) {
                return true;
            }
        }
        return false;
    }

    /** Reports whether a value equals the mark. `false` may be a string, a number or empty. */
    private static function isMark(mixed $value, mixed $mark): bool
    {
        $isEmpty = ($value === null || is_scalar($value)) && in_array(strtolower(Reading::plain($value)), ['', '0', 'false', 'no', 'null'], true);
        return $value === $mark || ($mark === false && $isEmpty);
    }

    /** Returns the error message of the service. Gateways use other field names for the message. */
    private static function messageOf(array|\stdClass|null $body): string
    {
        $first = is_array($body) ? $body[0] ?? null : $body;
        foreach (['#FAILURE_TEXT', 'message', 'error', 'detail'] as $name) {
            $text = $first instanceof \stdClass ? $first->$name ?? null : null;
            if (is_string($text) && trim($text) !== '') {
                return ': ' . trim($text);
            }
        }
        return '';
    }

    private static function retryAfter(int $status, array $headers): ?int
    {
        $text = $status === #SUCCESS ? null : $headers['retry-after'] ?? null;
        if ($text === null && $status === 429) {
            // An exhausted `RateLimit` (IETF draft) states when requests are available again.
            $text = preg_match('/;r=0;t=([0-9]+)/', $headers['ratelimit'] ?? '', $found) ? $found[1] : null;
        }
        if ($text === null || preg_match('/^[0-9]+\z/', $text)) {
            return $text === null ? null : (int) substr($text, 0, 15);
        }
        $date = str_ends_with($text, ' GMT') ? strtotime($text) : false;
        return $date === false ? null : max(0, $date - time());
    }

    private static function rejection(string $operation, string $name, string $expected, string $got): VehicleLookupError
    {
        return new VehicleLookupError('invalid_argument', $operation, "$name: expected $expected, got $got.");
    }

    /** @return array<mixed>|\stdClass|null null for a string that is not a JSON object or array */
    private static function parse(string $text): array|\stdClass|null
    {
        $json = str_starts_with($text, "\u{feff}") ? substr($text, 3) : $text;
        $body = json_decode($json, false, 512, JSON_INVALID_UTF8_SUBSTITUTE);
        return is_array($body) || $body instanceof \stdClass ? $body : null;
    }

    // Inputs

    private static function isText(#[\SensitiveParameter] string $value): bool
    {
        return preg_match('//u', $value) === 1;
    }

    private static function text(
        string $operation,
        string $name,
        #[\SensitiveParameter] ?string $value,
        string $pattern,
        string $expected,
        bool $upper = false,
        ?string $wrong = null,
        string $unused = '',
    ): ?string {
        if ($value === null) {
            return null;
        }
        $text = self::isText($value) ? Reading::plain($value) : null;
        if ($text !== null && preg_match($pattern, $text)) {
            return $upper ? strtoupper($text) : $text;
        }
        $found = Reading::describe($value);
        if ($text !== null && $wrong !== null && preg_match($wrong, $text, $sign, PREG_OFFSET_CAPTURE)) {
            // A single character of a misplaced secret does not reveal the secret.
            $position = preg_match_all('/./su', substr($text, 0, $sign[0][1])) + 1;
            $note = str_contains($unused, strtoupper($sign[0][0])) ? "; $unused are not used" : '';
            $found = json_encode($sign[0][0], JSON_UNESCAPED_UNICODE) . " at position $position$note";
        }
        throw self::rejection($operation, $name, $expected, $found);
    }

    private static function integer(string $operation, string $name, ?int $value, int $minimum, int $maximum = 2 ** 53 - 1): ?int
    {
        if ($value !== null && ($value < $minimum || $value > $maximum)) {
            throw self::rejection($operation, $name, "an integer from $minimum to $maximum", Reading::describe($value));
        }
        return $value;
    }
}

/** @internal the exception for a missing or invalid value that its record requires */
final class Unreadable extends \RuntimeException
{
    public function __construct(public readonly string $path, public readonly string $expected, public readonly mixed $got, public bool $reported = false)
    {
        parent::__construct($path);
    }
}

/** @internal reads the values of one body */
final class Reading
{
    /** Record → wire field → the field name in PHP, and the reader; for a quantity, the reader names the field with the unit. */
    public const RECORDS = [
#RECORDS
    ];
    private const NUMBER = '([+-]?[0-9]+(?:[.,][0-9]+)?(?:[eE][+-]?[0-9]+)?)';
    private const PERIOD = '/^(?:(0[1-9]|1[0-2])\.([0-9]{4}))?\s*[-–—]\s*(?:(0[1-9]|1[0-2])\.([0-9]{4}))?\z/u';
    private const SAFE = 2 ** 53 - 1;

    /** @var list<array{path: string, expected: string, got: mixed}> */
    private array $issues = [];

    public function __construct(private readonly string $operation)
    {
    }

    /** @return Result<mixed> */
    public function result(array|\stdClass $body, string $reader, ?string $member): Result
    {
        $members = $body instanceof \stdClass ? get_object_vars($body) : [];
        $isInside = $member !== null && array_intersect_key($members, [$member => 1, #MARKS]) !== [];
        try {
            $data = $this->read($reader, $isInside ? $members[$member] ?? null : $body, $isInside ? "/$member" : '', []);
        } catch (Unreadable $issue) {
            $what = ($issue->path ?: 'body') . ": expected $issue->expected, got " . self::describe($issue->got);
            throw new VehicleLookupError('invalid_response', $this->operation, "$what. Report it to the service.", #SUCCESS);
        }
        $meta = static function (string $name) use ($members, $isInside): ?string {
            $text = $isInside ? $members[$name] ?? null : null;
            return is_string($text) && $text !== '' ? $text : null;
        };
        return new Result($data, $this->issues, $body#READ_META);
    }

    /** @param string $reader a reader such as `number`, `needed positive`, `optional list OemPart` */
    private function read(string $reader, mixed $value, string $path, array $owner): mixed
    {
        [$kind, $of] = explode(' ', $reader, 2) + [1 => ''];
        return match ($kind) {
            'text' => $this->scalar($value, $path, 'a text', static fn (string $text): string => $text),
            'number' => $this->number($value, $path),
            'positive' => $this->scalar($value, $path, 'a positive integer', self::parsePositive(...)),
            'month' => $this->scalar($value, $path, 'YYYY-MM', static fn (string $text): ?string => preg_match('/^[0-9]{4}-(?:0[1-9]|1[0-2])\z/', $text) ? $text : null),
            'period' => $this->scalar($value, $path, 'MM.YYYY - MM.YYYY', self::parsePeriod(...)),
            'quantity' => $this->quantity($value, $path, $owner[$of] ?? null),
            'needed' => $this->read($of, $value, $path, $owner) ?? throw new Unreadable($path, 'a valid value', $value),
            'optional' => $value === null || $value === '' ? null : $this->read($of, $value, $path, $owner),
            'list' => $this->list($of, $value, $path),
            'asIs' => $value === '' ? null : $value,
            default => $this->record($of, $value, $path),
        };
    }

    /** Describes a value without repeating a string, which may be a misplaced secret. */
    public static function describe(mixed $value): string
    {
        return match (true) {
            is_string($value) => 'string of ' . (preg_match_all('/./su', $value) ?: strlen($value)) . ' characters',
            is_array($value) => 'array',
            is_object($value) => 'object',
            is_int($value), is_float($value) => (string) $value,
            default => $value === null ? 'null' : get_debug_type($value),
        };
    }

    /** Returns a JSON value as a trimmed string; empty for null. */
    public static function plain(mixed $value): string
    {
        $text = match (true) {
            is_bool($value) => $value ? 'true' : 'false',
            is_float($value) && floor($value) === $value && abs($value) < 1e21 => number_format($value, 0, '', ''),
            default => (string) $value,
        };
        return preg_replace('/^\s+|\s+\z/u', '', $text) ?? $text;
    }

    /** Reads a scalar. null, blanks and '' count as no value. A string that cannot be parsed is an issue. */
    private function scalar(mixed $value, string $path, string $expected, \Closure $parse): mixed
    {
        $text = $value === null || is_scalar($value) ? self::plain($value) : null;
        $found = $text === null || $text === '' ? null : $parse($text);
        if ($found === null && $text !== '') {
            $this->issues[] = ['path' => $path, 'expected' => $expected, 'got' => $value];
        }
        return $found;
    }

    private function number(mixed $value, string $path): float|int|null
    {
        return (is_int($value) || is_float($value)) && abs($value) <= self::SAFE
            ? self::whole($value)
            : $this->scalar($value, $path, 'a number', self::parseNumber(...));
    }

    /** Converts 2.0 to 2. */
    private static function whole(float|int $number): float|int
    {
        return floor((float) $number) === (float) $number && abs($number) <= self::SAFE ? (int) $number : $number;
    }

    /** Returns a number; null if it is ambiguous, such as `1.234` (a thousand or a fraction), or would lose digits. */
    private static function decimal(string $text): float|int|null
    {
        $digits = ltrim(preg_replace('/e.*|[^0-9]/i', '', $text), '0');
        $isAmbiguous = preg_match('/^[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}\z/', $text);
        return $isAmbiguous || strlen($digits) > 15 ? null : self::whole((float) str_replace(',', '.', $text));
    }

    /** @return ?array{float|int, float|int} both ends of a range, or a single number twice */
    private static function range(string $text): ?array
    {
        if (!preg_match('/^' . self::NUMBER . '(?:\s*[-–—]\s*' . self::NUMBER . ')?\z/u', $text, $found)) {
            return null;
        }
        $low = self::decimal($found[1]);
        $high = isset($found[2]) ? self::decimal($found[2]) : $low;
        return $low === null || $high === null || !($low <= $high && $high < INF) ? null : [$low, $high];
    }

    private static function parseNumber(string $text): float|int|null
    {
        $ends = self::range($text);
        return $ends !== null && $ends[0] === $ends[1] ? $ends[0] : null;
    }

    private static function parsePositive(string $text): ?int
    {
        $number = self::parseNumber($text);
        return is_int($number) && $number > 0 ? $number : null;
    }

    /** @return ?array{from: ?string, to: ?string} */
    private static function parsePeriod(string $text): ?array
    {
        $found = preg_match(self::PERIOD, $text, $ends, PREG_UNMATCHED_AS_NULL) ? $ends : [];
        $from = isset($found[1]) ? "$found[2]-$found[1]" : null;
        $to = isset($found[3]) ? "$found[4]-$found[3]" : null;
        $isPeriod = ($from ?? $to) !== null && ($from === null || $to === null || $from <= $to);
        return $isPeriod ? ['from' => $from, 'to' => $to] : null;
    }

    /** Reads a quantity. If there is a unit, the string must be a number or a range. */
    private function quantity(mixed $value, string $path, mixed $unit): ?array
    {
        $text = $this->read('text', $value, $path, []);
        $unit = $unit === null || is_scalar($unit) ? self::plain($unit) : ''; // The unit's own reader reports its issues.
        if ($text === null || $unit === '') {
            return $text === null ? null : ['text' => $text, 'min' => null, 'max' => null, 'unit' => null];
        }
        $ends = self::range($text);
        if ($ends === null) {
            $this->issues[] = ['path' => $path, 'expected' => 'a number or a range', 'got' => $value];
        }
        return ['text' => $text, 'min' => $ends[0] ?? null, 'max' => $ends[1] ?? null, 'unit' => $unit];
    }

    /** Reads a list. An invalid item is an issue. If all items are invalid, the body has a different type. */
    private function list(string $items, mixed $value, string $path): array
    {
        if (!is_array($value)) {
            throw new Unreadable($path, 'an array', $value);
        }
        [$kept, $failed] = [[], null];
        foreach ($value as $index => $item) {
            try {
                $kept[] = $this->read($items, $item, "$path/$index", []);
            } catch (Unreadable $issue) {
                $failed ??= $issue;
                if (!$issue->reported) {
                    $this->issues[] = ['path' => $issue->path, 'expected' => $issue->expected, 'got' => $issue->got];
                }
            }
        }
        if ($failed !== null && $kept === []) {
            throw new Unreadable($failed->path, $failed->expected, $failed->got, true);
        }
        return $kept;
    }

    private function record(string $name, mixed $value, string $path): array
    {
        if (!$value instanceof \stdClass) {
            throw new Unreadable($path, 'an object', $value);
        }
        $members = get_object_vars($value);
        $record = [];
        foreach (self::RECORDS[$name] as $wire => [$own, $reader]) {
            $record[$own] = $this->read($reader, $members[$wire] ?? null, "$path/$wire", $members);
        }
        $extra = [];
        foreach (array_diff_key($members, self::RECORDS[$name]) as $other => $item) {
            $extra[$other] = $this->read('text', $item, "$path/$other", []);
        }
        return $record + ['extra' => array_filter($extra, is_string(...))];
    }
}

/** @internal masks secrets in all common encodings, except secrets of fewer than six characters */
final class Mask
{
    /** @param array<string> $secrets */
    public static function apply(string $text, #[\SensitiveParameter] array $secrets): string
    {
        $long = array_filter($secrets, static fn (string $secret): bool => preg_match_all('/./su', $secret) >= 6);
        $patterns = array_merge(...array_map(self::patterns(...), array_values($long)));
        return $patterns === [] ? $text : preg_replace('~' . implode('|', $patterns) . '~i', '***', $text) ?? '***';
    }

    /** Returns patterns for a secret in plain text, in base64, even of a longer string such as `user:key`, and in hexadecimal. */
    private static function patterns(#[\SensitiveParameter] string $secret): array
    {
        $encoded = array_map(static function (int $cut) use ($secret): string {
            $digits = substr(base64_encode(substr('--', 3 - $cut) . $secret), $cut);
            return '[\w+/-]?' . self::escapable(preg_replace('/.=+\z/', '', $digits)) . '[\w+/-]?';
        }, [0, 2, 3]);
        return [self::escapable($secret), ...$encoded, bin2hex($secret)];
    }

    private static function escapable(#[\SensitiveParameter] string $text): string
    {
        $backslashes = '(?:\\\\|%(?:25)*5c){0,32}';
        preg_match_all('/\\\\*[^A-Za-z0-9_\\\\]|\\\\+|[A-Za-z0-9_]/u', $text, $parts);
        return implode('', array_map(static function (string $part) use ($backslashes): string {
            preg_match('/.\z/su', $part, $last);
            if (preg_match('/^[A-Za-z0-9_]\z/', $part)) {
                return $part;
            }
            return $backslashes . ($last[0] === '\\' ? '' : self::escaped($last[0]));
        }, $parts[0]));
    }

    /** Returns a pattern for a character as `%20`, `%2520`, `u0020`, `&#32;`, `&quot;`, `n` (new line) or itself. */
    private static function escaped(string $sign): string
    {
        $percent = preg_replace('/../', '%(?:25)*$0', bin2hex($sign));
        $unicode = str_pad(dechex(self::codePoint($sign)), 2, '0', STR_PAD_LEFT);
        preg_match('/.(?="\z)/su', (string) json_encode($sign, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES), $json);
        $others = [' ' => ['+'], '+' => ['-'], '/' => ['_', '1'], '~' => ['0']][$sign] ?? [];
        $itself = implode('|', array_map(static fn (string $one): string => preg_quote($one, '~'), array_unique([$sign, $json[0], ...$others])));
        return "(?:$percent|[ux{]{1,2}0*$unicode\\}?|&#?\\w{1,7};|\\~?(?:$itself))";
    }

    private static function codePoint(string $sign): int
    {
        $bytes = array_map(ord(...), str_split($sign));
        $first = $bytes[0] < 0x80 ? $bytes[0] : $bytes[0] & (0xff >> (count($bytes) + 1));
        return array_reduce(array_slice($bytes, 1), static fn (int $code, int $byte): int => $code << 6 | $byte & 0x3f, $first);
    }
}
