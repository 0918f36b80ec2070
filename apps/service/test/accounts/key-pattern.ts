/** Finds keys in texts, as the README tells scanners of secrets. */
export const KEY_PATTERN: RegExp = /vls_[0-9A-Za-z]{40}/;
