/** JSON to print: what would steer a terminal is escaped, so the value is the same. */
export const printedJson = (value: unknown, indent?: number): string =>
  // Controls below these JSON escapes itself.
  JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\p{Bidi_Control}]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
