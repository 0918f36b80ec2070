import { queryOf, quoted, type SampleRequest, type Writing, written } from './request.ts';

const PYTHON: Writing = { text: quoted, variable: (name) => `os.environ["${name}"]` };

/** The request in Python 3, with nothing but its standard library. */
export const python = (
  request: SampleRequest,
): string => `import http.client, json, os, urllib.error, urllib.parse, urllib.request

query = urllib.parse.urlencode({
${queryOf(request)
  .map((one) => `    ${quoted(one.name)}: ${written(PYTHON, one)},`)
  .join('\n')}
})

class NoRedirect(urllib.request.HTTPRedirectHandler):  # a redirect would send the key to another address
    def redirect_request(self, *_):
        return None

try:  # print no address: it contains the key
    address = ${quoted(`${request.address}${request.path}?`)} + query
    with urllib.request.build_opener(NoRedirect).open(address, timeout=30) as response:
        print(json.dumps(json.load(response), ensure_ascii=False, indent=2))
except urllib.error.HTTPError as error:
    raise SystemExit(f"HTTP {error.code}: {error.read().decode()}") from None
except (OSError, ValueError, http.client.HTTPException) as error:
    raise SystemExit(f"no reply: {type(error).__name__}") from None`;
