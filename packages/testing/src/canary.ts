/** A key that every usual encoding changes, and that occurs nowhere by chance. */
export const CANARY = 'canary/Key+with=signs&"quotes"';

/** The key as it may appear in a text: as it is, in an address, in a form, in JSON, in base64. */
export const CANARY_FORMS: readonly string[] = [
  CANARY,
  encodeURIComponent(CANARY),
  encodeURIComponent(CANARY).replace(/%../g, (hex) => hex.toLowerCase()),
  new URLSearchParams([['', CANARY]]).toString().slice(1),
  JSON.stringify(CANARY).slice(1, -1),
  Buffer.from(CANARY).toString('base64').replace(/=+$/, ''),
  Buffer.from(CANARY).toString('base64url'),
];

/** The forms in which a text contains the key; empty when the text is clean. */
export const canaryIn = (text: string): string[] => CANARY_FORMS.filter((form) => text.includes(form));
