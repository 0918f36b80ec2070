import { testFaults } from '../cases/language.ts';
import { python } from '../cases/languages.ts';

testFaults(python, [
  ['a redirect is followed', 'build_opener(_NoRedirect)', 'build_opener()'],
  ['the message repeats the key', 'mask = _masker([', 'mask = _masker([] and ['],
  [
    'the key is an attribute',
    '        self._retries = retries',
    '        self._retries = retries\n        self._account = account',
  ],
  [
    'the error has a cause, which has the address',
    '        return _NoResponse("network", mask(f"no answer: {why}."))',
    '        raise VehicleLookupError("network", "list_brands", f"no answer: {why}.") from error',
  ],
  ['the retries ignore the limit', 'if attempt >= retries or', 'if attempt > retries or'],
  [
    '14 days are waited for',
    'return error.retry_after if error.retry_after <= _LONGEST_WAIT else None',
    'return error.retry_after',
  ],
  [
    'a time-out is repeated',
    '("network", "server", "rate_limited")',
    '("network", "server", "rate_limited", "timeout")',
  ],
  ['the wait does not double', '0.3 * 2.0**attempt', '0.3'],
  ['Retry-After as a date is not read', 'if text.endswith(" GMT") else None', 'if False else None'],
  ['RateLimit is not read', 'if text is None and response.status == 429:', 'if False:'],
  ['a failure with status 200 is data', 'body is not None and not _is_rejection(body)', 'body is not None'],
  [
    'a 404 of another server is not_found',
    'return "not_found" if _is_rejection(body) else "invalid_response"',
    'return "not_found"',
  ],
  ['digits of other scripts are digits', 'r"([+-]?[0-9]+(?:[.,][0-9]+)?', 'r"([+-]?\\d+(?:[.,]\\d+)?'],
  ['a VIN may have a Kelvin sign', 'flags = re.ASCII | re.DOTALL', 'flags = re.DOTALL'],
  ['true is a carId', 'if isinstance(value, bool) or not isinstance(value, int)', 'if not isinstance(value, int)'],
  ['NaN is JSON', 'raise ValueError(constant)  #', 'return None  #'],
  ['deep JSON ends the program', 'except (ValueError, RecursionError)', 'except ValueError'],
  ['1.234 is a fraction', '"[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}", text) or', '"x", text) or'],
  ['a number with a comma is none', 'text.replace(",", ".")', 'text'],
  ['an empty list stands for a body of another type', 'raise _Unreadable(path, "an array", value)', 'return []'],
  ['one unreadable item costs the list', 'if failed and not kept:', 'if failed:'],
  ['a bare list is lost', 'else read(body, "", issues, {})', 'else []'],
  ['a byte order mark is an error', '"utf-8-sig"', '"utf-8"'],
  ['unknown fields are dropped', 'for name in value if name not in members}', 'for name in ()}'],
  ['the time limit is one of each byte', 'if end is not None and time.monotonic() > end:', 'if False:'],
  ['a body that was cut is complete', 'if response.length:', 'if False:'],
  ['an address with the key is repeated', 'without a query", url)', 'without a query", url, url)'],
  ['the selector is left out', '        query = dict(selectors)', '        query: dict[str, Any] = {}'],
]);
