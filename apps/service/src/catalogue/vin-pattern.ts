/**
 * VIN patterns, for a tuple-space search: patterns that fix the same positions share a mask, and within a mask a VIN
 * has one key, so that one exact look-up in a B-tree answers for all patterns of the mask.
 */

/** The manufacturer's part of a VIN; every pattern fixes it. */
export const WMI_LENGTH = 3;
export const VIN_LENGTH = 17;
/** Masks that the patterns of one WMI may have: the most look-ups that a VIN can cost. */
export const MASKS_PER_WMI = 64;

const PATTERN = /^[A-HJ-NPR-Z0-9]{3}[A-HJ-NPR-Z0-9.]{5,14}$/;

/** 8 to 17 characters of a VIN, `.` for any, the first three fixed. A shorter one matches whatever follows. */
export function isPattern(text: string): boolean {
  return PATTERN.test(text);
}

export interface Mask {
  /** Bit i is set where position i is fixed. */
  bits: number;
  /** How many positions are fixed: how specific a pattern is. */
  fixed: number;
  /** Position behind the last fixed one. */
  length: number;
  /** The characters at the fixed positions, as far as the text goes. */
  key(text: string): string;
}

/** The bits of a pattern's mask. Trailing wildcards leave no trace: they say nothing. */
export function maskBits(pattern: string): number {
  let bits = 0;
  for (let i = 0; i < pattern.length; i++) if (pattern[i] !== '.') bits |= 1 << i;
  return bits;
}

const masks = new Map<number, Mask>();

/** The mask of these bits; there is one object a mask. */
export function maskOf(bits: number): Mask {
  const mask = masks.get(bits) ?? createMask(bits);
  masks.set(bits, mask);
  return mask;
}

function createMask(bits: number): Mask {
  const runs: [from: number, to: number][] = [];
  let fixed = 0;
  for (let i = 0; i < VIN_LENGTH; i++) {
    if (!((bits >> i) & 1)) continue;
    fixed++;
    const last = runs.at(-1);
    if (last?.[1] === i) last[1]++;
    else runs.push([i, i + 1]);
  }
  const key = (text: string): string => {
    let key = '';
    for (const [from, to] of runs) key += text.slice(from, to);
    return key;
  };
  return { bits, fixed, length: runs.at(-1)?.[1] ?? 0, key };
}
