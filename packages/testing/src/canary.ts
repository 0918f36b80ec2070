/** A key that every usual encoding changes, and that does not occur by chance. */
export const CANARY = 'canary/Key+with=signs&"quotes"';

/** The forms in which the key may appear in a string: plain, in a URL, in form data, in JSON, in base64. */
export const CANARY_FORMS: readonly string[] = [
  CANARY,
  encodeURIComponent(CANARY),
  encodeURIComponent(CANARY).replace(/%../g, (hex) => hex.toLowerCase()),
  new URLSearchParams([['', CANARY]]).toString().slice(1),
  JSON.stringify(CANARY).slice(1, -1),
  Buffer.from(CANARY).toString('base64').replace(/=+$/, ''),
  Buffer.from(CANARY).toString('base64url'),
];

/** Returns the forms in which a string contains the key; empty if the string does not contain the key. */
export const canaryIn = (text: string): string[] => CANARY_FORMS.filter((form) => text.includes(form));
