/** What is wrong at one place of a line. */
export interface Fault {
  /** JSON Pointer (RFC 6901) in the line's object; empty for the whole line. */
  pointer: string;
  expected: string;
  got: string;
}

/** Where a line stands. */
export interface Place {
  /** From 1. */
  line: number;
  /** Offset of its first byte. */
  byte: number;
}

/** A line that is not loaded. */
export interface WrongLine extends Place {
  /** The first of them. */
  faults: Fault[];
  /** How many there are beyond these. */
  more: number;
}

/** More faults of one line than this help nobody. */
const FAULTS = 5;

export const wrongLine = (place: Place, faults: Fault[]): WrongLine => ({
  ...place,
  faults: faults.slice(0, FAULTS),
  more: Math.max(0, faults.length - FAULTS),
});

/** `line 17, byte 5120, /record/carId: expected an integer, got "12"`: one text a fault. */
export function wrongLineTexts({ line, byte, faults, more }: WrongLine): string[] {
  const where = `line ${line}, byte ${byte}`;
  const texts = faults.map(
    ({ pointer, expected, got }) => `${where}, ${pointer || 'the line'}: expected ${expected}, got ${got}`,
  );
  return more > 0 ? [...texts, `${where}: and ${more} more`] : texts;
}

/** A value in a message: short, on one line, without control characters. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return printable(JSON.stringify(value));
}

/** Text that was read, for a message. */
export function printable(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '?');
  return plain.length > 100 ? `${plain.slice(0, 99)}…` : plain;
}

/** What stands at a JSON Pointer, or undefined. */
export function valueAt(value: unknown, pointer: string): unknown {
  let node = value;
  for (const key of pointer.split('/').slice(1)) {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined;
    node = (node as Record<string, unknown>)[name];
  }
  return node;
}
