/** Encodings that programs apply to strings, by name. */
export const encodings: Record<string, (text: string) => string> = {
  unencoded: (text) => text,
  'percent-encoded': encodeURIComponent,
  'percent-encoded in lower case': (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'as form data': (text) => new URLSearchParams({ text }).toString().slice('text='.length),
  'in JSON': (text) => JSON.stringify(text).slice(1, -1),
  'in JSON with escaped slashes, as PHP writes it': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'in ASCII-only JSON': (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'in a JSON Pointer': (text) => text.replaceAll('~', '~0').replaceAll('/', '~1'),
  'in HTML': (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  'in base64': (text) => Buffer.from(text).toString('base64').replaceAll('=', ''),
  'in base64url': (text) => Buffer.from(text).toString('base64url'),
  'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
};
