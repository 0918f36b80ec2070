import { at } from '@vehicle-lookup/openapi';
import type { EntryFault, ImportState, LinePlace, WrongLine } from '../catalogue/catalogue-draft.ts';

/** More faults of one line than this are not shown. */
const FAULTS = 5;
/** This many wrong lines are shown; the others are counted. */
const WRONG_LINES = 20;

/** Counts a wrong line. */
export function addWrongLine(state: ImportState, { line, byte }: LinePlace, faults: Required<EntryFault>[]): void {
  state.wrong += 1;
  if (state.wrongLines.length === WRONG_LINES) return;
  const more = Math.max(0, faults.length - FAULTS);
  state.wrongLines.push({ line, byte, faults: faults.slice(0, FAULTS), more });
}

/** A fault with the value at its pointer, unless it says itself what it got. */
export const withValue = ({ got, ...fault }: EntryFault, line: unknown): Required<EntryFault> => ({
  ...fault,
  got: got ?? shownValue(at(line, fault.pointer)),
});

/** One text for each fault: `line 17, byte 5120, /record/carId: expected an integer, got "12"`. */
export function wrongLineTexts({ line, byte, faults, more }: WrongLine): string[] {
  const where = `line ${line}, byte ${byte}`;
  const texts = faults.map(
    ({ pointer, expected, got }) => `${where}, ${pointer || 'the line'}: expected ${expected}, got ${got}`,
  );
  return more > 0 ? [...texts, `${where}: and ${more} more`] : texts;
}

/** A value in a message: short, on one line, without control characters. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return printable(JSON.stringify(value));
}

/** Text from the file, for a message. */
export function printable(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '?');
  return plain.length > 100 ? `${plain.slice(0, 99)}…` : plain;
}
