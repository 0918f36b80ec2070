import { testFaults } from '../cases/language.ts';
import { php } from '../cases/languages.ts';

testFaults(php, [
  ['a redirect is followed', 'CURLOPT_FOLLOWLOCATION => false', 'CURLOPT_FOLLOWLOCATION => true'],
  ['the message repeats the key', 'return $patterns === [] ? $text :', 'return true ? $text :'],
  ['a trace shows an address with the key', '#[\\SensitiveParameter] string $baseUrl', 'string $baseUrl'],
  ['a trace shows the key', '#[\\SensitiveParameter] string $key', 'string $key'],
  [
    'the error has the address',
    "'no answer: ' . curl_strerror($number)",
    "'no answer: ' . curl_getinfo($request, CURLINFO_EFFECTIVE_URL)",
  ],
  ['the retries ignore the limit', 'if ($attempt >= $this->retries ||', 'if ($attempt > $this->retries ||'],
  [
    '14 days are waited for',
    'return $error->retryAfter <= self::LONGEST_WAIT ? $error->retryAfter * 1_000_000 : null;',
    'return $error->retryAfter * 1_000_000;',
  ],
  [
    'a quota is repeated',
    "['network', 'server', 'rate_limited']",
    "['network', 'server', 'rate_limited', 'quota_exhausted', 'timeout']",
  ],
  ['the wait does not double', '300_000 * 2 ** $attempt', '300_000'],
  ['Retry-After as a date is not read', "str_ends_with($text, ' GMT') ? strtotime($text) : false", 'false'],
  ['a date without a zone is read', "str_ends_with($text, ' GMT') ?", 'true ?'],
  ['RateLimit is not read', 'if ($text === null && $status === 429)', 'if (false)'],
  ['a failure with status 200 is data', '$body !== null && !self::isRejection($body)', '$body !== null'],
  [
    'a 404 of another server is not_found',
    "self::isRejection($body) ? 'not_found' : 'invalid_response'",
    "'not_found'",
  ],
  ['digits of other scripts are digits', "'([+-]?[0-9]+(?:[.,][0-9]+)?", "'([+-]?\\d+(?:[.,]\\d+)?"],
  ['blanks that are not ASCII stay', "preg_replace('/^\\s+|\\s+\\z/u', '', $text) ?? $text", 'trim($text)'],
  ['an empty object is an empty list', 'json_decode($json, false,', 'json_decode($json, true,'],
  ['1.234 is a fraction', 'return $isAmbiguous || ', 'return '],
  ['a number with a comma is none', "str_replace(',', '.', $text)", '$text'],
  ['an empty list stands for a body of another type', "throw new Unreadable($path, 'an array', $value);", 'return [];'],
  ['one unreadable item costs the list', 'if ($failed !== null && $kept === [])', 'if ($failed !== null)'],
  ['an item that cannot be read is an issue twice', 'if (!$issue->reported)', 'if (true)'],
  ['a byte order mark is an error', 'str_starts_with($text, "\\u{feff}") ?', 'false ?'],
  [
    'unknown fields are dropped',
    "return $record + ['extra' => array_filter($extra, is_string(...))];",
    "return $record + ['extra' => []];",
  ],
  ['there is no time limit', 'CURLOPT_TIMEOUT_MS =>', 'CURLOPT_LOW_SPEED_LIMIT =>'],
  ['an address with the key is repeated', "without a query', self::describe($url)", "without a query', $url"],
  ['the selector is left out', '$selectors + $inputs,', '$inputs,'],
  ['true is written as 1', "is_bool($value) => $value ? 'true' : 'false',", ''],
]);
