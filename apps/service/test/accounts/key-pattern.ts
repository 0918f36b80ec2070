/** The key pattern that the README recommends for secret scanners. */
export const KEY_PATTERN: RegExp = /vls_[0-9A-Za-z]{40}/;
