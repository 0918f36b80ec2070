"""A client for the vehicle lookup API, for Python 3.10 and newer. It has no dependencies, so this file may be copied."""
from __future__ import annotations

import base64
import email.utils
import http.client
import json
import logging
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NoReturn, TypeVar

__all__ = [
    "ErrorCode", "Issue", "Period", "Quantity", "Request", "Response", "Result", "Transport", "VehicleLookup",
    "VehicleLookupError", "urllib_transport", #PUBLIC
]  # fmt: skip

__version__ = "#VERSION"

_T = TypeVar("_T")

ErrorCode = Literal[
    "bad_request", "unauthorized", "forbidden_by_plan", "not_found", "quota_exhausted", "rate_limited", "rejected",
    "server", "timeout", "network", "invalid_response", "invalid_argument",
]  # fmt: skip

_NEXT = {
#NEXT
}


class VehicleLookupError(Exception):
    """The only error class of this client. The message states the next step. An error never contains the key, and can be pickled."""

    def __init__(
        self, code: ErrorCode, operation: str, what: str, status: int | None = None, retry_after: int | None = None
    ) -> None:
        following = _NEXT.get(code, "")
        super().__init__(f"{operation}: {what if what.endswith(following) else f'{what} {following}'}")
        self.code: ErrorCode = code
        """The reason why there is no data."""
        self.operation = operation
        """The method that was called, or `connect` for the constructor."""
        self.status = status
        """The HTTP status; None without a response."""
        self.retry_after = retry_after
        """Seconds to wait before the next request, as stated by the service."""
        self._what = what

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.operation, self._what, self.status, self.retry_after)


@dataclass(frozen=True)
class Issue:
    """A value that could not be parsed. It is in `raw`, and None in `data`."""

    path: str
    """The location in the body: field names and item indices, each after a slash."""
    expected: str
    got: Any


@dataclass(frozen=True, kw_only=True)
class Period:
    """Two months as `YYYY-MM`; a missing month is None."""

    from_: str | None = None
    to: str | None = None


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """A value and its unit. Without `min` and `max` it is only a string, such as a specification code."""

    text: str
    min: int | float | None = None
    max: int | float | None = None
    unit: str | None = None


@dataclass(frozen=True, kw_only=True)
class Result(Generic[_T]):
    """A response with data."""

    data: _T
    issues: list[Issue]
    """The values that could not be parsed."""
    raw: Any
    """The decoded JSON body."""
#META


#CLASSES


@dataclass(frozen=True)
class Request:
    """A GET request."""

    url: str = field(repr=False)
    """The URL with the key: do not log it. It is not in `repr`, but `dataclasses.asdict` and `pickle` keep it."""
    cache_key: str
    """The URL without the account."""
    headers: Mapping[str, str]
    timeout: float | None
    """Seconds; None for no limit."""


@dataclass(frozen=True)
class Response:
    """A response with any status."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def is_success(self) -> bool:
        """Whether the response has data. A cache should keep only such responses."""
        return _success_body(self) is not None


Transport = Callable[[Request], Response]
"""
Sends a request without following redirects. Raises a TimeoutError or another OSError if there is no response, and an
`http.client.IncompleteRead` if the response is truncated. The client passes on any other exception unchanged.
"""


class VehicleLookup:
    """One account of one service. Every method raises a `VehicleLookupError` if there is no data."""

    def __init__(self, base_url: str, #CREDENTIALS, *, timeout: float | None = 30, retries: int = 2, transport: Transport | None = None) -> None:
        """
        base_url: the base URL of the service, with or without the path of the interface at its end.
        timeout: seconds for one attempt; None or 0 for no limit. retries: the maximum number of retries.
        transport: sends the requests. Default: `urllib_transport`.
        """
        account: dict[str, Any] = {#ACCOUNT}
        address, problem = _read_base_url(base_url)
        problem = problem or _problem_of_options(account, timeout, retries, transport)
        if problem:
            # A traceback with local variables would show the credentials.
            del base_url, address, account, #NAMES
            raise problem
        address += "#PATH/?"
        mask = _masker([account[name] for name in (#SECRETS)])
        self._retries = retries
        # A socket does not accept a longer limit, so 23 days or more mean no limit.
        limit = timeout if timeout and timeout < 2_000_000 else None

        def request_of(query: Mapping[str, Any]) -> Request:
            [url, cache_key] = [address + urllib.parse.urlencode(values) for values in ({**query, **account}, query)]
            return Request(url, cache_key, _HEADERS, limit)

        # The key is in a closure, which hides it from vars(), repr() and tracebacks with local variables.
        self._exchange: _Exchange = lambda query: _exchange(transport or urllib_transport, request_of(query), mask)
        self._mask = mask

    def __reduce__(self) -> NoReturn:
        raise TypeError("A VehicleLookup contains the key and cannot be pickled or copied. Create one in each process.")

#METHODS

    def _call(
        self,
        operation: str,
        selectors: Mapping[str, Any],
        inputs: Sequence[tuple[str, str, _Input, Any]],
        read: _Reader,
        member: str | None,
    ) -> Result[Any]:
        query = dict(selectors)
        for wire, name, check, value in inputs:
            query[wire] = check(operation, name, value)
        query = {name: value for name, value in query.items() if value is not None}
        for attempt in range(1_000_000):
            outcome = self._attempt(operation, query)
            if not isinstance(outcome, VehicleLookupError):
                return _parse_body(operation, outcome, read, member)
            delay = _retry_delay(outcome, attempt, self._retries)
            if delay is None:
                raise outcome
            logging.getLogger("vehicle_lookup").info("retry in %.1f s after %s", delay, outcome)
            time.sleep(delay)
        raise AssertionError("the number of retries is limited")

    def _attempt(self, operation: str, query: Mapping[str, Any]) -> Any:
        """Returns the body of a success, or the error of the attempt."""
        response = self._exchange(query)
        if isinstance(response, tuple):
            [code, what, is_cut] = response
            error = VehicleLookupError(code, operation, what)
            if is_cut:
                raise error
            return error
        body = _success_body(response)
        if body is not None:
            return body
        return _response_error(operation, response, _parse(self._mask(response.text)), self._mask)


# Requests


_HEADERS = {"Accept": "application/json", "User-Agent": f"vehicle-lookup-client-python/{__version__}"}

# A missing response: the error code, a description, and whether a response, which may be charged, was truncated.
_NoResponse = tuple[ErrorCode, str, bool]
_Exchange = Callable[[Mapping[str, Any]], "Response | _NoResponse"]


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Does not follow redirects, which would send the key to another URL."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def _exchange(send: Transport, request: Request, mask: Callable[[str], str]) -> Response | _NoResponse:
    """Makes one attempt. Network exceptions are not passed on, because they may contain the URL with the key."""
    try:
        response = send(request)
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        # The requests library has its own exception classes.
        if isinstance(reason, TimeoutError) or "Timeout" in type(reason).__name__:
            return "timeout", f"no answer within {request.timeout or 0:g} s.", False
        why = getattr(reason, "strerror", None) or type(reason).__name__
        is_cut = type(error).__name__ in ("IncompleteRead", "ChunkedEncodingError")
        return "network", mask(f"no complete answer: {why}." if is_cut else f"no answer: {why}."), is_cut
    if not isinstance(response, Response) or not isinstance(response.text, str):
        raise TypeError(f"transport: expected a Response with a text, got {type(response).__name__}")
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Response(int(response.status), headers, response.text)


def urllib_transport(request: Request) -> Response:
    """The default transport, which uses the standard library with its proxies and certificates."""
    end = time.monotonic() + request.timeout if request.timeout else None
    opener = urllib.request.build_opener(_NoRedirect)
    try:
        response = opener.open(urllib.request.Request(request.url, headers=dict(request.headers)), timeout=request.timeout)
    except urllib.error.HTTPError as failed:  # a response with a status other than 2xx
        response = failed
    except BaseException as error:
        raise error.with_traceback(None)  # Variables in the standard library contain the URL.
    with response:
        received = []
        try:
            while chunk := response.read1(65536):
                received.append(chunk)
                if end is not None and time.monotonic() > end:
                    raise TimeoutError
            is_cut = bool(response.length)
        except (OSError, http.client.HTTPException) as error:
            if isinstance(error, TimeoutError):
                raise
            is_cut = True
        if is_cut:
            raise http.client.IncompleteRead(b"") if response.status == #SUCCESS else ConnectionError(0, "the connection was cut")
        text = b"".join(received).decode("utf-8-sig", "replace")
        return Response(int(response.status or 0), dict(response.headers.items()), text)


def _read_base_url(url: Any) -> tuple[str, VehicleLookupError | None]:
    """Reads a base URL. An error does not contain the URL, which may be a request URL with the key."""
    problem = _rejection("connect", "base_url", "a URL like http://example.com or https://example.com, without a query", url)
    text = url.strip() if isinstance(url, str) else ""
    try:
        parts = urllib.parse.urlsplit(text)
        is_good = parts.scheme.lower() in ("http", "https") and bool((parts.hostname or "").encode("idna")) and parts.port != -1
    except ValueError:
        return "", problem
    if not is_good or re.search(r"[\s?#@\\]", text) or not _is_text(text):
        return "", problem
    path = urllib.parse.quote(parts.path, safe="/%:!$&'()*+,;=~")
    return f"{parts.scheme}://{parts.netloc}" + re.sub(r"(?:#PATH_PATTERN)?/*\Z", "", path), None


def _problem_of_options(account: Mapping[str, Any], timeout: Any, retries: Any, transport: Any) -> VehicleLookupError | None:
    for name, value in account.items():
        if not value or not _is_text(value) or "\n" in value:
            return _rejection("connect", name, "a non-empty text of one line", value)
    for name, number in (("timeout", 0 if timeout is None else timeout), ("retries", retries)):
        if isinstance(number, bool) or not isinstance(number, (int, float)) or not number >= 0:
            return _rejection("connect", name, "a number from 0", number)
    return None if transport is None or callable(transport) else _rejection("connect", "transport", "a function", transport)


# Errors

_LONGEST_WAIT = 60  # seconds


def _retry_delay(error: VehicleLookupError, attempt: int, retries: int) -> float | None:
    """Returns the seconds until the next attempt, random unless the service states a time; None if no attempt follows."""
    if attempt >= retries or error.code not in ("network", "server", "rate_limited"):
        return None
    if error.retry_after is None:
        return random.random() * min(0.3 * 2.0**attempt, _LONGEST_WAIT)
    return error.retry_after if error.retry_after <= _LONGEST_WAIT else None


def _response_error(operation: str, response: Response, body: Any, mask: Callable[[str], str]) -> VehicleLookupError:
    status, wait = response.status, _retry_after(response)
    code = _code_of(status, body, wait or 0)
    if code == "invalid_response":
        found = "a redirect" if 300 <= status < 400 else mask(response.headers.get("content-type") or "nothing")
        what = f"HTTP {status} with {found}: expected JSON of the interface. Check base_url."
    else:
        what = f"HTTP {status}{_message_of(body)}"
    what = what[:500]  # Longer messages are truncated.
    return VehicleLookupError(code, operation, what if what[-1] in ".!?" else f"{what}.", status, wait)


def _success_body(response: Response) -> Any:
    """Returns the body of a response with data; None for any other response."""
    body = _parse(response.text) if response.status == #SUCCESS else None
    return None if _is_rejection(body) else body


def _code_of(status: int, body: Any, wait: int) -> ErrorCode:
    if status >= 500:
        return "server"
    if status == #SUCCESS:
        return "invalid_response" if body is None else "rejected"
    if status == 401:
        return "unauthorized"
    if status == 403:
        return "forbidden_by_plan"
    if status == 404:  # Without the body of a failure, a 404 comes from a server without the API at this URL.
        return "not_found" if _is_rejection(body) else "invalid_response"
    if status == 429:
        return "quota_exhausted" if wait > _LONGEST_WAIT else "rate_limited"
    return "bad_request" if status >= 400 else "invalid_response"


def _is_rejection(body: Any) -> bool:
    """Reports whether a body is a failure, regardless of its status, or a list that contains only failures."""
    if isinstance(body, list):
        return bool(body) and all(_is_rejection(item) for item in body)
    marks: dict[str, Any] = {#FAILURE}
    return isinstance(body, dict) and any(name in body and _is_mark(body[name], mark) for name, mark in marks.items())


def _is_mark(value: Any, mark: Any) -> bool:
    """Reports whether a value equals the mark. `False` may be a string, a number or empty."""
    return value == mark or (mark is False and _plain(value).lower() in ("", "0", "false", "no", "null"))


def _message_of(body: Any) -> str:
    """Returns the error message of the service. Gateways use other field names for the message."""
    first = body[0] if isinstance(body, list) and body else body
    for name in ("#FAILURE_TEXT", "message", "error", "detail"):
        text = first.get(name) if isinstance(first, dict) else None
        if isinstance(text, str) and text.strip():
            return f": {text.strip()}"
    return ""


def _retry_after(response: Response) -> int | None:
    if response.status == #SUCCESS:
        return None
    text = response.headers.get("retry-after")
    if text is None and response.status == 429:
        # An exhausted `RateLimit` (IETF draft) states when requests are available again.
        found = re.search(r";r=0;t=([0-9]+)", response.headers.get("ratelimit") or "")
        text = found[1] if found else None
    if text is None:
        return None
    if re.fullmatch("[0-9]+", text):
        return int(text[:15])
    try:
        date = email.utils.parsedate_to_datetime(text) if text.endswith(" GMT") else None
    except ValueError:
        date = None
    return None if date is None else max(0, -int((time.time() - date.timestamp()) // 1))


def _rejection(operation: str, name: str, expected: str, value: Any, got: str | None = None) -> VehicleLookupError:
    return VehicleLookupError("invalid_argument", operation, f"{name}: expected {expected}, got {got or _describe(value)}.")


def _describe(value: Any) -> str:
    """Describes a value without repeating a string, which may be a misplaced secret."""
    if isinstance(value, str):
        return f"string of {len(value)} characters"
    if isinstance(value, list):
        return "array"
    if value is None or (isinstance(value, (int, float)) and not isinstance(value, bool)):
        return str(value)
    return "object" if isinstance(value, dict) else type(value).__name__


# Inputs

_Input = Callable[[str, str, Any], Any]


def _is_text(value: Any) -> bool:
    """Reports whether a value is a string without lone surrogates, which cannot be sent."""
    return isinstance(value, str) and not re.search("[\ud800-\udfff]", value)


def _text(pattern: str, expected: str, upper: bool = False, wrong: str | None = None, unused: str | None = None) -> _Input:
    flags = re.ASCII | re.DOTALL | (re.IGNORECASE if upper else re.DOTALL)

    def check(operation: str, name: str, value: Any) -> str:
        text: str | None = value.strip() if _is_text(value) else None
        if text is not None and re.fullmatch(pattern, text, flags):
            return text.upper() if upper else text
        sign = re.search(wrong, text, flags) if wrong and text else None
        note = f"; {unused} are not used" if sign and unused and sign[0].upper() in unused else ""
        # A single character of a misplaced secret does not reveal the secret.
        found = f"{json.dumps(sign[0], ensure_ascii=False)} at position {sign.start() + 1}{note}" if sign else None
        raise _rejection(operation, name, expected, value, found)

    return check


def _integer(minimum: int, maximum: int = 2**53 - 1) -> _Input:
    def check(operation: str, name: str, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not minimum <= value <= maximum:
            raise _rejection(operation, name, f"an integer from {minimum} to {maximum}", value)
        return value

    return check


def _optional_input(check: _Input) -> _Input:
    return lambda operation, name, value: None if value is None else check(operation, name, value)


# Values

_Reader = Callable[[Any, str, "list[Issue]", "Mapping[str, Any]"], Any]


class _Unreadable(Exception):
    def __init__(self, path: str, expected: str, got: Any, reported: bool = False) -> None:
        super().__init__(path)
        self.issue = Issue(path, expected, got)
        self.reported = reported


def _parse(text: str) -> Any:
    """Returns the JSON object or array; None for any other string."""

    def reject(constant: str) -> None:
        raise ValueError(constant)  # NaN and Infinity are not JSON.

    try:
        body = json.loads(text, parse_constant=reject)
    except (ValueError, RecursionError):
        return None
    return body if isinstance(body, (dict, list)) else None


def _parse_body(operation: str, body: Any, read: _Reader, member: str | None) -> Result[Any]:
    issues: list[Issue] = []
    inside = member is not None and isinstance(body, dict) and any(name in body for name in (member, #MARKS))
    problem = ""
    data: Any = None
    try:
        data = read(body.get(member), f"/{member}", issues, {}) if inside else read(body, "", issues, {})
    except _Unreadable as unreadable:
        issue = unreadable.issue
        problem = f"{issue.path or 'body'}: expected {issue.expected}, got {_describe(issue.got)}. Report it to the service."
    if problem:
        raise VehicleLookupError("invalid_response", operation, problem, #SUCCESS)

    def meta(name: str) -> str | None:
        value = body.get(name) if inside else None
        return value if isinstance(value, str) and value else None

    return Result(data=data, issues=issues, raw=body#READ_META)


def _plain(value: Any) -> str:
    """Returns a JSON value as a trimmed string; empty for null."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        return str(int(value))
    return str(value).strip()


def _scalar(expected: str, parse: Callable[[str], Any]) -> _Reader:
    """Creates a reader. None, blanks and "" count as no value. A string that cannot be parsed is an issue."""

    def read(value: Any, path: str, issues: list[Issue], owner: Mapping[str, Any]) -> Any:
        text = None if isinstance(value, (dict, list)) else _plain(value)
        found = parse(text) if text else None
        if found is None and text != "":
            issues.append(Issue(path, expected, value))
        return found

    return read


_NUMBER = r"([+-]?[0-9]+(?:[.,][0-9]+)?(?:[eE][+-]?[0-9]+)?)"
_RANGE = re.compile(rf"{_NUMBER}(?:\s*[-–—]\s*{_NUMBER})?")
_PERIOD = re.compile(r"(?:(0[1-9]|1[0-2])\.([0-9]{4}))?\s*[-–—]\s*(?:(0[1-9]|1[0-2])\.([0-9]{4}))?")
_SAFE = 2**53 - 1


def _decimal(text: str) -> float | None:
    """Returns a number; None if it is ambiguous, such as `1.234` (a thousand or a fraction), or would lose digits."""
    digits = re.sub("[eE].*|[^0-9]", "", text).lstrip("0")
    if re.fullmatch("[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}", text) or len(digits) > 15:
        return None
    return _whole(float(text.replace(",", ".")))


def _whole(number: float) -> float:
    """Converts 2.0 to 2."""
    return int(number) if isinstance(number, float) and number.is_integer() and abs(number) <= _SAFE else number


def _range(text: str) -> tuple[float, float] | None:
    """Returns both ends of a range, or a single number twice."""
    found = _RANGE.fullmatch(text)
    if not found:
        return None
    low = _decimal(found[1])
    high = _decimal(found[2]) if found[2] else low
    return None if low is None or high is None or not low <= high < float("inf") else (low, high)


def _parse_number(text: str) -> float | None:
    ends = _range(text)
    return ends[0] if ends and ends[0] == ends[1] else None


def _parse_positive(text: str) -> int | None:
    number = _parse_number(text)
    return number if isinstance(number, int) and 0 < number <= _SAFE else None


def _parse_period(text: str) -> Period | None:
    found = _PERIOD.fullmatch(text)
    start = f"{found[2]}-{found[1]}" if found and found[1] else None
    end = f"{found[4]}-{found[3]}" if found and found[3] else None
    return Period(from_=start, to=end) if (start or end) and (not start or not end or start <= end) else None


_text_value = _scalar("a text", lambda text: text)
_number_text = _scalar("a number", _parse_number)
_positive = _scalar("a positive integer", _parse_positive)
_month = _scalar("YYYY-MM", lambda text: text if re.fullmatch("[0-9]{4}-(?:0[1-9]|1[0-2])", text) else None)
_period = _scalar("MM.YYYY - MM.YYYY", _parse_period)


def _number(value: Any, path: str, issues: list[Issue], owner: Mapping[str, Any]) -> Any:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= _SAFE:
        return _whole(value)
    return _number_text(value, path, issues, owner)


def _as_is(value: Any, path: str, issues: list[Issue], owner: Mapping[str, Any]) -> Any:
    return None if value == "" else value


def _quantity(unit_member: str) -> _Reader:
    """Creates a reader of quantities. If the owner has a unit for it, the string must be a number or a range."""

    def read(value: Any, path: str, issues: list[Issue], owner: Mapping[str, Any]) -> Any:
        text = _text_value(value, path, issues, owner)
        unit = _text_value(owner.get(unit_member), path, [], owner)  # The unit's own reader reports its issues.
        if text is None or unit is None:
            return None if text is None else Quantity(text=text)
        ends = _range(text)
        if not ends:
            issues.append(Issue(path, "a number or a range", value))
        return Quantity(text=text, unit=unit, min=ends[0] if ends else None, max=ends[1] if ends else None)

    return read


def _needed(read: _Reader) -> _Reader:
    def read_needed(value: Any, path: str, issues: list[Issue], owner: Mapping[str, Any]) -> Any:
        found = read(value, path, issues, owner)
        if found is None:
            raise _Unreadable(path, "a valid value", value)
        return found

    return read_needed


def _optional(read: _Reader) -> _Reader:
    return lambda value, path, issues, owner: None if value in (None, "") else read(value, path, issues, owner)


def _list(items: _Reader) -> _Reader:
    """Creates a reader of lists. An invalid item is an issue. If all items are invalid, the body has a different type."""

    def read(value: Any, path: str, issues: list[Issue], owner: Mapping[str, Any]) -> Any:
        if not isinstance(value, list):
            raise _Unreadable(path, "an array", value)
        kept: list[Any] = []
        failed: _Unreadable | None = None
        for index, item in enumerate(value):
            try:
                kept.append(items(item, f"{path}/{index}", issues, {}))
            except _Unreadable as unreadable:
                failed = failed or unreadable
                if not unreadable.reported:
                    issues.append(unreadable.issue)
        if failed and not kept:
            raise _Unreadable(failed.issue.path, failed.issue.expected, failed.issue.got, reported=True)
        return kept

    return read


def _record(make: Callable[..., Any], members: Mapping[str, tuple[str, _Reader]]) -> _Reader:
    """Creates a reader of records. Fields that the document does not name become strings in `extra`."""

    def read(value: Any, path: str, issues: list[Issue], owner: Mapping[str, Any]) -> Any:
        if not isinstance(value, dict):
            raise _Unreadable(path, "an object", value)
        found = {name: reader(value.get(wire), f"{path}/{wire}", issues, value) for wire, (name, reader) in members.items()}
        others = {name: _text_value(value[name], f"{path}/{name}", issues, value) for name in value if name not in members}
        return make(**found, extra={name: text for name, text in others.items() if text is not None})

    return read


# Data from the document

#INPUTS
#READERS

# The key


def _masker(secrets: Sequence[str]) -> Callable[[str], str]:
    """Returns a function that masks secrets in all common encodings. Secrets of fewer than six characters are not masked."""
    patterns = [pattern for secret in secrets if len(secret) >= 6 for pattern in _patterns(secret)]
    masked = re.compile("|".join(patterns), re.IGNORECASE | re.ASCII) if patterns else None
    return lambda text: masked.sub("***", text) if masked else text


def _patterns(secret: str) -> list[str]:
    """Returns patterns for a secret in plain text, in base64, even of a longer string such as `user:key`, and in hexadecimal."""
    digits = [base64.b64encode(b"--"[3 - cut :] + secret.encode()).decode()[cut:] for cut in (0, 2, 3)]
    encoded = [r"[\w+/-]?" + _escapable(re.sub(".=+$", "", text)) + r"[\w+/-]?" for text in digits]
    return [_escapable(secret), *encoded, _hex(secret)]


def _escapable(text: str) -> str:
    backslashes = r"(?:\\|%(?:25)*5c){0,32}"
    parts = re.findall(r"\\*[^\w\\]|\\+|\w", text, re.ASCII)
    return "".join(
        part if re.fullmatch(r"\w", part, re.ASCII) else backslashes + (_escaped(part[-1]) if part[-1] != "\\" else "")
        for part in parts
    )


def _escaped(sign: str) -> str:
    """Returns a pattern for a character as `%20`, `%2520`, `u0020`, `&#32;`, `&quot;`, `n` (new line) or itself."""
    others = {" ": "+", "+": "-", "/": "_1", "~": "0"}.get(sign, "")
    itself = re.escape(sign + json.dumps(sign, ensure_ascii=False)[-2] + others)
    return rf"(?:{_hex(sign, '%(?:25)*')}|[ux{{]{{1,2}}0*{ord(sign):02x}\}}?|&#?\w{{1,7}};|~?[{itself}])"


def _hex(text: str, before: str = "") -> str:
    return "".join(f"{before}{byte:02x}" for byte in text.encode())
