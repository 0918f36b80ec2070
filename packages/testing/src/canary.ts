/** A key that changes in every common encoding and does not occur by chance. */
export const CANARY = 'canary/Key+with=signs&"quotes"';

/** The key in the encodings in which it may appear in a string: plain, URL, form data, JSON and base64. */
export const CANARY_FORMS: readonly string[] = [
  CANARY,
  encodeURIComponent(CANARY),
  encodeURIComponent(CANARY).replace(/%../g, (hex) => hex.toLowerCase()),
  new URLSearchParams([['', CANARY]]).toString().slice(1),
  JSON.stringify(CANARY).slice(1, -1),
  Buffer.from(CANARY).toString('base64').replace(/=+$/, ''),
  Buffer.from(CANARY).toString('base64url'),
];

/** Returns the encodings in which a string contains the key, or an empty list if the string does not contain the key. */
export const canaryIn = (text: string): string[] => CANARY_FORMS.filter((form) => text.includes(form));
