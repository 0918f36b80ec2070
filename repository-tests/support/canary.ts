/** A key that every usual encoding changes, and that occurs nowhere by chance. */
export const KEY = 'canary/Key+with=signs&"quotes"';

/** The key as it may stand in a text: as it is, in an address, in a form, in JSON, in base64, in hexadecimal. */
export const FORMS: string[] = [
  KEY,
  encodeURIComponent(KEY),
  encodeURIComponent(KEY).replace(/%../g, (hex) => hex.toLowerCase()),
  new URLSearchParams([['', KEY]]).toString().slice(1),
  JSON.stringify(KEY).slice(1, -1),
  Buffer.from(KEY).toString('base64').replace(/=+$/, ''),
  Buffer.from(KEY).toString('base64url'),
];

/** The forms in which a text holds the key; none when it is clean. */
export const found = (text: string): string[] => FORMS.filter((form) => text.includes(form));

/** The query of an account that has the key. */
export const access: string = new URLSearchParams({ user: 'demo', key: KEY }).toString();
