"""Runs cases (packages/client/cases) with the client for Python: JSON on standard input, one outcome per line on standard output."""
import dataclasses
import http.client
import importlib.util
import io
import json
import pathlib
import pprint
import random
import sys
import time
import traceback

file = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2] / "python/src/vehicle_lookup/__init__.py"
spec = importlib.util.spec_from_file_location("vehicle_lookup", file)
assert spec and spec.loader
client = sys.modules["vehicle_lookup"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(client)

NOW = 1751414400  # 2 July 2025, 00:00 UTC
waits = []
time.time = lambda: NOW
time.sleep = waits.append
random.random = lambda: 0.5


def names_of(module):
    """Returns the wire names of the fields of each class, which the readers of the module contain in their closures."""
    found = {}
    for name, value in vars(module).items():
        cells = getattr(value, "__closure__", None) or ()
        held = {cell: c.cell_contents for cell, c in zip(value.__code__.co_freevars, cells)} if cells else {}
        if name.startswith("_read_") and "make" in held:
            found[held["make"].__name__] = {attribute: wire for wire, (attribute, _) in held["members"].items()}
    return found


NAMES = names_of(client)


def on_wire(value):
    if isinstance(value, list):
        return [on_wire(item) for item in value]
    if not dataclasses.is_dataclass(value):
        return value
    members = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    extra = members.pop("extra", {})
    names = NAMES.get(type(value).__name__, {})
    found = {names.get(name, name.rstrip("_")): on_wire(item) for name, item in members.items() if item is not None}
    return {**found, **extra}


def text_of(value):
    if isinstance(value, dict) and "codeUnits" in value:
        return b"".join(unit.to_bytes(2, "little") for unit in value["codeUnits"]).decode("utf-16-le", "surrogatepass")
    return value


def shown(error, lookup, is_wrong_input):
    """Returns everything that a program or an error tool may print. A misplaced input is also a variable of the caller."""
    parts = [repr(lookup), str(vars(lookup)) if lookup else "", pprint.pformat(lookup)]
    if error:
        parts += [str(error), repr(error), str(vars(error)), "".join(traceback.format_exception(error))]
        parts += [str(error.__cause__), str(error.__context__), repr(error.__reduce__())]
        for frame, _ in traceback.walk_tb(error.__traceback__):
            if frame.f_code.co_filename == client.__file__ and not is_wrong_input:
                parts.append(repr(frame.f_locals))
    return "\n".join(parts)


def snake(name):
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name)


def transport_of(answers):
    left = list(answers)

    def send(request):
        answer = left.pop(0) if len(left) > 1 else left[0]
        if answer.get("fault") == "error":
            raise ConnectionError(f"failed: {request.url}")
        if answer.get("fault") == "half":
            raise http.client.IncompleteRead(request.url.encode())
        if answer.get("fault") == "late":
            raise TimeoutError(request.url)
        return client.Response(answer.get("status", 200), answer.get("headers", {}), json.dumps(answer.get("body")))

    return send


def run(case, server):
    waits.clear()
    lookup = None
    options = {name: text_of(value) for name, value in case["client"].items()}
    base_url = options.pop("baseUrl")
    if isinstance(base_url, str):
        base_url = base_url.replace("{server}", server)
    if isinstance(options.get("transport"), list):
        options["transport"] = transport_of(options["transport"])
    operation, *inputs = case["call"]
    try:
        lookup = client.VehicleLookup(base_url, options.pop("user"), options.pop("key"), **options)
        result = getattr(lookup, snake(operation))(*(text_of(value) for value in inputs))
        meta = {name: getattr(result, name) for name in ("timestamp", "api_version") if getattr(result, name)}
        issues = [[issue.path, issue.expected] for issue in result.issues]
        return {"data": on_wire(result.data), "issues": issues, "meta": meta, "waits": list(waits), "shown": shown(None, lookup, False)}
    except client.VehicleLookupError as error:
        is_wrong_input = error.code == "invalid_argument" and error.operation != "connect"
        details = {"code": error.code, "operation": error.operation, "message": str(error)}
        if error.status is not None:
            details["status"] = error.status
        if error.retry_after is not None:
            details["retryAfter"] = error.retry_after
        return {"error": details, "waits": list(waits), "shown": shown(error, lookup, is_wrong_input)}
    except Exception as error:
        return {"impossible": f"{type(error).__name__}: {error}", "shown": ""}


printed = sys.stdout
sys.stdout = sys.stderr = log = io.StringIO()  # The client must not print or log.
given = json.load(sys.stdin)
for index, case in enumerate(given["cases"]):
    log.seek(0)
    log.truncate()
    outcome = run(case, f"{given['server']}/{index}")
    outcome["shown"] += log.getvalue()
    print(json.dumps(outcome), file=printed)
