/** From the highest to the lowest; `silent` logs nothing. */
export const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type Level = (typeof levels)[number];
