<?php

// Runs cases (packages/client/cases) with the client for PHP: JSON on standard input, one outcome per line on standard output.

declare(strict_types=1);

namespace VehicleLookup;

$waits = [];
const NOW = 1751414400; // 2 July 2025, 00:00 UTC

// The client calls these functions by unqualified names, which PHP resolves in the namespace of the client first.
function usleep(int $microseconds): void
{
    $GLOBALS['waits'][] = $microseconds / 1_000_000;
}
function random_int(int $least, int $most): int
{
    return intdiv($least + $most, 2);
}
function time(): int
{
    return NOW;
}

error_reporting(E_ALL);
ini_set('zend.exception_ignore_args', '0');
ini_set('zend.exception_string_param_max_len', '1000');
set_error_handler(static function (int $level, string $text, string $file, int $line): never {
    throw new \Error("$text ($file:$line)");
});
require $argv[1] ?? __DIR__ . '/../../php/src/VehicleLookup.gen.php';

function onWire(string $reader, mixed $value): mixed
{
    [$kind, $of] = explode(' ', $reader, 2) + [1 => ''];
    if ($kind === 'needed' || $kind === 'optional') {
        return onWire($of, $value);
    }
    if ($kind === 'list') {
        return array_map(static fn (mixed $item): mixed => onWire($of, $item), $value);
    }
    if ($kind === 'quantity' || $kind === 'period') {
        return array_filter($value, static fn (mixed $end): bool => $end !== null);
    }
    if ($kind !== 'record') {
        return $value;
    }
    $members = $value['extra'];
    foreach (Reading::RECORDS[$of] as $wire => [$own, $inner]) {
        if ($value[$own] !== null) {
            $members[$wire] = onWire($inner, $value[$own]);
        }
    }
    return (object) $members;
}

/** Returns the name of the reader that the method of an operation contains. */
function readerOf(string $operation): string
{
    $method = new \ReflectionMethod(VehicleLookup::class, $operation);
    $lines = array_slice(file($method->getFileName()), $method->getStartLine() - 1, 4);
    preg_match("/'((?:list )?record \\w+)', '?\\w+'?\\);/", implode('', $lines), $found);
    return $found[1];
}

function textOf(mixed $value): mixed
{
    if (!$value instanceof \stdClass || !isset($value->codeUnits)) {
        return $value;
    }
    $bytes = static fn (int $unit): string => $unit < 0x80
        ? chr($unit)
        : chr(0xe0 | $unit >> 12) . chr(0x80 | $unit >> 6 & 0x3f) . chr(0x80 | $unit & 0x3f);
    return implode('', array_map($bytes, $value->codeUnits));
}

/** Returns everything that a program may print about a client and an error. */
function shown(?\Throwable $error, ?VehicleLookup $lookup): string
{
    ob_start();
    foreach ([$error, $lookup] as $value) {
        var_dump($value, (array) $value);
        print_r($value);
        echo json_encode($value), $value instanceof \Throwable ? "$value" : '';
        try {
            echo serialize($value);
        } catch (\Exception) {
            // An account cannot be serialized.
        }
    }
    if ($lookup !== null) {
        var_export($lookup);
    }
    if ($error !== null) {
        var_dump($error->getTrace());
        echo $error->getTraceAsString();
    }
    return ob_get_clean();
}

/** @param list<\stdClass> $answers */
function transportOf(array $answers): \Closure
{
    return static function (#[\SensitiveParameter] Request $request) use (&$answers): Response {
        $answer = count($answers) > 1 ? array_shift($answers) : $answers[0];
        return match ($answer->fault ?? '') {
            'error' => throw new TransportError("failed: {$request->url()}"),
            'half' => throw new TransportError("failed: {$request->url()}", mayBeCharged: true),
            'late' => throw new TransportError('late', isTimeout: true),
            default => new Response($answer->status ?? 200, (array) ($answer->headers ?? []), json_encode($answer->body ?? null)),
        };
    };
}

/** Runs the case in a global variable, because a trace shows the arguments of every function, including this function. */
function run(string $server): array
{
    $case = $GLOBALS['case'];
    $lookup = null;
    [$operation] = $case->call;
    $GLOBALS['waits'] = [];
    try {
        $client = (array) $case->client;
        $baseUrl = is_string($client['baseUrl']) ? str_replace('{server}', $server, $client['baseUrl']) : $client['baseUrl'];
        $options = array_diff_key($client, ['baseUrl' => 1, 'user' => 1, 'key' => 1]);
        if (is_array($options['transport'] ?? null)) {
            $options['transport'] = transportOf($options['transport']);
        }
        $lookup = new VehicleLookup($baseUrl, textOf($client['user']), textOf($client['key']), ...$options);
        $result = $lookup->$operation(...array_map(textOf(...), array_slice($case->call, 1)));
        return [
            'data' => onWire(readerOf($operation), $result->data),
            'issues' => array_map(static fn (array $issue): array => [$issue['path'], $issue['expected']], $result->issues),
            'meta' => (object) array_filter(['timestamp' => $result->timestamp, 'api_version' => $result->apiVersion]),
            'waits' => $GLOBALS['waits'],
            'shown' => shown(null, $lookup),
        ];
    } catch (VehicleLookupError $error) {
        $details = ['code' => $error->errorCode, 'operation' => $error->operation, 'message' => $error->getMessage()];
        $details += array_filter(['status' => $error->status, 'retryAfter' => $error->retryAfter], is_int(...));
        return ['error' => $details, 'waits' => $GLOBALS['waits'], 'shown' => shown($error, $lookup)];
    } catch (\Throwable $error) {
        return ['impossible' => get_class($error) . ': ' . $error->getMessage(), 'shown' => ''];
    }
}

$given = json_decode(stream_get_contents(STDIN), false, 512, JSON_THROW_ON_ERROR);
foreach ($given->cases as $index => $case) {
    $outcome = run("$given->server/$index");
    echo json_encode($outcome, JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR), "\n";
}
