import { dirname } from 'node:path';
import { startMock } from '@vehicle-lookup/testing';
import { describe } from 'vitest';
import { readmeProgram, testPrograms } from '../cases/language-package.ts';
import { python } from '../cases/languages.ts';

/** The beginning of each program: a client with a counted transport, and a function that finds the key in the variables of a traceback. */
const before = `import os, sys, traceback
sys.path.insert(0, "${dirname(dirname(python.client))}")
import vehicle_lookup as v
from vehicle_lookup import *
KEY = os.environ["VEHICLE_LOOKUP_KEY"]
calls = []

def lookup_of(transport, **options):
    def counted(request):
        calls.append(request.cache_key)
        return transport(request)
    return VehicleLookup("http://127.0.0.1:9", "demo", KEY, transport=counted, **options)

def has_key(error):
    frames = traceback.TracebackException.from_exception(error, capture_locals=True).stack
    return any(KEY in f"{name}={value}" or "&key=" in value for frame in frames if frame.filename == v.__file__ for name, value in (frame.locals or {}).items())

def fails_with(error):
    def fail(request):
        raise error
    return fail
`;
/** The cache from the README, with `answers` instead of the service. */
const cache = `${before}import threading
texts = []
def urllib_transport(request):
    calls.append(request.cache_key)
    return Response(200, {}, texts.pop(0) if len(texts) > 1 else texts[0])
${(/kept: [\s\S]*?return response\n/.exec(readmeProgram(python, 1))?.[0] ?? '').replace(/^/, 'from threading import Lock\n')}
lookup = VehicleLookup("http://127.0.0.1:9", "demo", KEY, transport=cached)
`;

describe('the client for python', () => {
  testPrograms(python, [
    [
      'passes on an exception of the program unchanged after one request, without the key in local variables',
      `${before}
class Deadline(Exception): pass
for error in (AssertionError("mine"), RuntimeError("mine"), Deadline("of the job"), SystemExit(3), KeyboardInterrupt()):
    calls.clear()
    try:
        lookup_of(fails_with(error)).list_brands()
    except BaseException as caught:
        print(type(caught).__name__, caught is error, len(calls), has_key(caught))
`,
      'AssertionError True 1 False\nRuntimeError True 1 False\nDeadline True 1 False\nSystemExit True 1 False\nKeyboardInterrupt True 1 False',
    ],
    [
      'passes on an exception of a signal handler through the default transport without repeating the request',
      `${before}
import http.server, signal, threading
class Deadline(Exception): pass
def on_signal(*_):
    raise Deadline("of the job")
signal.signal(signal.SIGUSR1, on_signal)
class Silent(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        calls.append(self.path)
        os.kill(os.getpid(), signal.SIGUSR1)
        threading.Event().wait()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Silent)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
try:
    VehicleLookup(f"http://127.0.0.1:{server.server_port}", "demo", KEY).list_brands()
except Deadline as caught:
    print(caught, len(calls), has_key(caught))
`,
      'of the job 1 False',
    ],
    [
      'reports the type that an invalid transport returns',
      `${before}
for wrong in (None, object(), Response(200, {}, None)):
    calls.clear()
    try:
        lookup_of(lambda request: wrong).list_brands()
    except TypeError as error:
        print(error, len(calls))
`,
      ['NoneType', 'object', 'Response']
        .map((got) => `transport: expected a Response with a text, got ${got} 1`)
        .join('\n'),
    ],
    [
      'does not repeat a request that the requests library reports as truncated or timed out',
      `${before}
class ChunkedEncodingError(OSError): pass
class ReadTimeout(OSError): pass
for error in (ChunkedEncodingError(), ReadTimeout()):
    calls.clear()
    try:
        lookup_of(fails_with(error)).list_brands()
    except VehicleLookupError as caught:
        print(caught.code, len(calls))
`,
      'network 1\ntimeout 1',
    ],
    [
      'does not set a time limit for None, or for a limit that sockets do not support',
      `${before}
limits = []
def send(request):
    limits.append(request.timeout)
    return Response(200, {}, "[]")
for limit in (None, 0, float("inf"), 1e12, 5):
    lookup_of(send, timeout=limit).list_brands()
print(limits)
`,
      '[None, None, None, None, 5]',
    ],
    [
      'rejects an invalid host',
      `${before}
try:
    VehicleLookup("http://" + "a" * 64 + ".example.com", "demo", KEY).list_brands()
except VehicleLookupError as error:
    print(error.code)
`,
      'invalid_argument',
    ],
    [
      'returns hashable records, and types that allow integers',
      `${before}
import typing
fluid = Fluid(item="Oil", extra={"Interval": "60000 km"})
print(len({fluid, Fluid(item="Oil", extra={"Interval": "60000 km"})}), int in typing.get_args(typing.get_type_hints(Vehicle)["year"]))
`,
      '1 True',
    ],
    [
      'logs each retry, without the key',
      `${before}
import logging
logging.basicConfig(level=logging.DEBUG, stream=sys.stdout, format="%(name)s %(message)s")
v.random.random = lambda: 0
try:
    lookup_of(lambda request: Response(503, {}, KEY), retries=1).list_brands()
except VehicleLookupError as error:
    print(error)
`,
      'vehicle_lookup retry in 0.0 s after list_brands: HTTP 503. Try again later.\nlist_brands: HTTP 503. Try again later.',
    ],
  ]);
});

describe('the cache in the README for python', () => {
  testPrograms(python, [
    [
      'keeps data without an envelope and makes one request for equal calls in threads',
      `${cache}
texts[:] = ['[{"ItemMPText": "Oil"}]']
ready = threading.Barrier(8)
def ask():
    ready.wait()
    lookup.get_fluids(1)
threads = [threading.Thread(target=ask) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
`,
      'requested http://127.0.0.1:9/api/?fluids=1&carId=1',
    ],
    [
      'does not keep a rejection',
      `${cache}
texts[:] = ['{"success": false, "message": "maintenance", "data": null}', '[]']
for _ in range(3):
    try:
        print(lookup.list_brands().data)
    except VehicleLookupError as error:
        print(error.code)
`,
      'requested http://127.0.0.1:9/api/?brands=1\nrejected\nrequested http://127.0.0.1:9/api/?brands=1\n[]\n[]',
    ],
  ]);
});

const { address } = await startMock();

describe('the thread pool in the README for python', () => {
  testPrograms(python, [
    [
      'keeps each vehicle despite errors and stops requests after a final error',
      `${before}
${readmeProgram(python, 2).replace('http://127.0.0.1:4010', address)}
final.append(VehicleLookupError("quota_exhausted", "decode_vin", "HTTP 429."))
lookup = lookup_of(fails_with(AssertionError("a request")))
print(decode(vins[0]).code)
`,
      `WVWZZZ1KZAW000001 Golf VI
XXX decode_vin: vin: expected 8 to 17 characters from A-H, J-N, P, R-Z and 0-9, got string of 3 characters.
WAUZZZ8K9BA000002 Golf VI
quota_exhausted`,
    ],
  ]);
});
