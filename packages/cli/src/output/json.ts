/** JSON for printing. Characters that control a terminal are escaped, so the value is the same. */
export const printedJson = (value: unknown, indent?: number): string =>
  // JSON.stringify escapes the control characters below U+0020.
  JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\p{Bidi_Control}]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
