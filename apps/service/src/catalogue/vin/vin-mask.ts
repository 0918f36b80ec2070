import { FALLBACK, VIN_LENGTH } from '../catalogue-entry.ts';

/**
 * Masks of VIN patterns, for a tuple-space search: patterns that fix the same positions share a mask, and within a mask a
 * VIN has one key, so that one exact look-up in a B-tree covers all patterns of the mask.
 */

/** Limit on the masks of one WMI, and so on the look-ups that a VIN costs. */
export const MASKS_PER_WMI = 64;

export interface Mask {
  /** Bit i is set where position i is fixed; FALLBACK_BIT for patterns that count only if no other one matches. */
  bits: number;
  isFallback: boolean;
  /** How many positions are fixed: how specific a pattern is. */
  fixed: number;
  /** Position after the last fixed one. */
  length: number;
  /** The characters at the fixed positions, as far as the text reaches. */
  key(text: string): string;
}

/** The bit after those of the positions. */
const FALLBACK_BIT = 1 << VIN_LENGTH;

/** The bits of a pattern's mask. Trailing wildcards do not matter. */
export function maskBits(pattern: string): number {
  let bits = 0;
  for (let i = 0; i < pattern.length; i++) {
    if (pattern[i] === FALLBACK) bits |= FALLBACK_BIT;
    else if (pattern[i] !== '.') bits |= 1 << i;
  }
  return bits;
}

const masks = new Map<number, Mask>();

/** The mask of these bits; the same object each time. */
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
