import { MOST_ISSUES } from '../../src/validators/body.ts';

/** A change of the code that ajv emits. */
interface Patch {
  /** For messages. */
  what: string;
  /** Finds every place that has to be changed. */
  place: RegExp;
  /** Matches the whole of each place. */
  pattern: RegExp;
  replacement: string;
}

const PATCHES: Patch[] = [
  {
    // For every invalid element of a list, ajv copies the errors of all elements before it: a long list would take hours.
    what: 'copying of errors',
    place: /\.concat\(/g,
    pattern: /vErrors = vErrors === null \? ([\w.]+)\.errors : vErrors\.concat\(\1\.errors\)/g,
    replacement: 'vErrors = joined(vErrors, $1.errors)',
  },
  {
    // Millions of invalid elements would take all memory. After so many errors a list is invalid, whatever follows. Only
    // errors of the list itself count, because errors before it may belong to another schema of an `anyOf`.
    what: 'loop over a list',
    place: /for\s*\(let i/g,
    pattern: /for\(let (i\d+)=0; \1<(len\d+); \1\+\+\)/g,
    replacement: `for(let $1=0, from$1=errors; $1<$2 && errors-from$1<${MOST_ISSUES}; $1++)`,
  },
];

const JOINED = `
function joined(errors, more) {
  if (errors === null) return more;
  for (const error of more) errors.push(error);
  return errors;
}
`;

/**
 * Bounds time and memory of validators made by ajv, which has no option for it.
 * @param code as ajv emits it
 * @param sample code of the same ajv in which every patch has a place
 * @throws Error when a patch matches nothing in the sample, or not every place: another version of ajv emits other code
 */
export function patched(code: string, sample: string): string {
  for (const patch of PATCHES) {
    if (matches(sample, patch) === 0) throw new Error(`${patch.what}: no place matched in a sample; ${NEXT}`);
  }
  return PATCHES.reduce(replace, code) + JOINED;
}

/** Replaces every place of a patch. */
function replace(code: string, patch: Patch): string {
  matches(code, patch);
  return code.replace(patch.pattern, patch.replacement);
}

/** How many places a patch has in a code. @throws Error when it does not match all of them */
function matches(code: string, { what, place, pattern }: Patch): number {
  const [found = 0, matched = 0] = [place, pattern].map((one) => [...code.matchAll(one)].length);
  if (found !== matched) throw new Error(`${what}: ${matched} of ${found} places matched; ${NEXT}`);
  return matched;
}

const NEXT = "ajv's code has changed: adapt the pattern in generate/patch.ts";
