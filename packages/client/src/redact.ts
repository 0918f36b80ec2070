/**
 * Makes a function that replaces secrets in a text, as they are and as they stand in an address.
 * Values of fewer than four characters stay: they are no secrets, and would blot out every text.
 */
export function redactor(secrets: string[]): (text: string) => string {
  const written = secrets.filter((value) => value.length >= 4).flatMap(forms);
  return (text) => written.reduce((rest, form) => rest.replaceAll(form, '***'), text);
}

/** As it is, as a component, as the URL standard writes that (it encodes the quote, too), and as a form field. */
function forms(value: string): string[] {
  const component = encodeURIComponent(value);
  const field = new URLSearchParams([['', value]]).toString().slice(1);
  return [value, component, component.replaceAll("'", '%27'), field];
}

/** Replaces secrets in every text of a JSON value. */
export function redactJson(value: unknown, redact: (text: string) => string): unknown {
  return JSON.parse(JSON.stringify(value), (_, member) => (typeof member === 'string' ? redact(member) : member));
}

/** Replaces secrets in the values of headers, as a `Location` or `Link` may repeat the address. */
export function redactHeaders(headers: Headers, redact: (text: string) => string): Headers {
  const clean = new Headers();
  headers.forEach((value, name) => {
    clean.append(name, redact(value));
  });
  return clean;
}
