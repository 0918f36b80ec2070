/**
 * Makes a function that replaces secrets in a text, as they are and as they stand in an address.
 * Values of fewer than six characters stay: they are no secrets, and would blot out every text.
 */
export function redactor(secrets: string[]): (text: string) => string {
  const written = secrets.filter((value) => value.length >= 6).flatMap(forms);
  return (text) => written.reduce((rest, form) => rest.replaceAll(form, '***'), text);
}

/** As it is, as a component, as the URL standard writes that (it encodes the quote, too), as a form field, in base64. */
function forms(value: string): string[] {
  const component = encodeURIComponent(value);
  const field = new URLSearchParams([['', value]]).toString().slice(1);
  const base64 = btoa(String.fromCodePoint(...new TextEncoder().encode(value))).replace(/=+$/, '');
  return [
    value,
    ...[component, component.replaceAll("'", '%27'), field].flatMap((form) => [form, lowerHex(form)]),
    base64,
    base64.replaceAll('+', '-').replaceAll('/', '_'),
  ];
}

const lowerHex = (encoded: string): string => encoded.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase());

/** Replaces secrets in every text of a JSON value, names of members included. */
export function redactJson(value: unknown, redact: (text: string) => string): unknown {
  return JSON.parse(JSON.stringify(value), (_, member) => {
    if (typeof member === 'string') return redact(member);
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).map(([name, inner]) => [redact(name), inner]));
  });
}

/** Replaces secrets in the values of headers, as a `Location` or `Link` may repeat the address. */
export function redactHeaders(headers: Headers, redact: (text: string) => string): Headers {
  const clean = new Headers();
  headers.forEach((value, name) => {
    clean.append(name, redact(value));
  });
  return clean;
}
