import { FALLBACK, VIN_LENGTH } from '../catalogue-entry.ts';

/**
 * Masks of VIN patterns for a tuple-space search. Patterns with the same fixed positions share a mask. A VIN has one key per
 * mask, so that one exact look-up in a B-tree covers all patterns of the mask.
 */

/** Maximum number of masks per WMI, which limits the number of look-ups per VIN. */
export const MASKS_PER_WMI = 64;

export interface Mask {
  /** Bit i is set if position i is fixed; FALLBACK_BIT is set for patterns that apply only if no other pattern matches. */
  bits: number;
  isFallback: boolean;
  /** Number of fixed positions. */
  fixed: number;
  /** Position after the last fixed position. */
  length: number;
  /** Returns the characters at the fixed positions of a complete or partial VIN. */
  key(text: string): string;
}

/** The first bit after the position bits. */
const FALLBACK_BIT = 1 << VIN_LENGTH;

/** Returns the mask bits of a pattern. Trailing wildcards have no effect. */
export function maskBits(pattern: string): number {
  let bits = 0;
  for (let i = 0; i < pattern.length; i++) {
    if (pattern[i] === FALLBACK) bits |= FALLBACK_BIT;
    else if (pattern[i] !== '.') bits |= 1 << i;
  }
  return bits;
}

const masks = new Map<number, Mask>();

/** Returns the mask with these bits; equal bits return the same object. */
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
  return { bits, isFallback: (bits & FALLBACK_BIT) !== 0, fixed, length: runs.at(-1)?.[1] ?? 0, key };
}
