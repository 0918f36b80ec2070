import { maskSecrets } from '@vehicle-lookup/operations';
import { text } from './output/flatten.ts';

/** Tells the user something, on one line of standard error. */
export type Say = (message: string) => void;

/**
 * A message on one line, whatever a service has put into it: nothing in it steers a terminal or holds the key.
 * @param key may be empty as long as it is not known
 */
export const messageLine = (message: string, key: string): string => maskSecrets(text(message), [key, text(key)]);
