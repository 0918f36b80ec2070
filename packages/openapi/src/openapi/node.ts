import type { Reference } from './openapi.ts';

export const isRecord = (node: unknown): node is Record<string, unknown> =>
  typeof node === 'object' && node !== null && !Array.isArray(node);

export const isReference = (node: unknown): node is Reference => isRecord(node) && typeof node.$ref === 'string';

/** Returns the fields of an object, or an empty list for any other value. Documents need not be validated first. */
export const members = (node: unknown): [string, unknown][] => (isRecord(node) ? Object.entries(node) : []);

/** Returns a field of an object, or undefined for any other value. */
export const member = (node: unknown, key: string): unknown => (isRecord(node) ? node[key] : undefined);

/** Returns the items of a list, or an empty list for any other value. */
export const items = (node: unknown): unknown[] => (Array.isArray(node) ? node : []);
