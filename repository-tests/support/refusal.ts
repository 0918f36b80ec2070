import type { ProgramResult } from '@vehicle-lookup/testing';
import { expect } from 'vitest';

/** Every refusal: it fails, begins with the reason, and shows no stack trace. */
export function expectRefusal({ code, out, err }: ProgramResult, exit: number, ...words: string[]): void {
  expect({ code, err }).toEqual({ code: exit, err: expect.stringMatching(/^\S/) });
  for (const word of words) expect(err).toContain(word);
  expect(out + err).not.toMatch(/^\s+at |node:internal|^Node\.js v/m);
}
