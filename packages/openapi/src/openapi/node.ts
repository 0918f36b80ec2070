import type { Reference } from './openapi.ts';

export const isRecord = (node: unknown): node is Record<string, unknown> =>
  typeof node === 'object' && node !== null && !Array.isArray(node);

export const isReference = (node: unknown): node is Reference => isRecord(node) && typeof node.$ref === 'string';

/** The fields of an object; none for anything else. For documents that are not validated yet. */
export const members = (node: unknown): [string, unknown][] => (isRecord(node) ? Object.entries(node) : []);

/** A field of an object; undefined for anything else. */
export const member = (node: unknown, key: string): unknown => (isRecord(node) ? node[key] : undefined);

/** The items of a list; none for anything else. */
export const items = (node: unknown): unknown[] => (Array.isArray(node) ? node : []);
