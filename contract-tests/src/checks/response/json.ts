import { notJsonAt } from '../body/not-json.ts';
import { repeatedMember } from '../body/repeated-field.ts';
import type { ContractCheck } from '../check.ts';
import { DEEPEST, findText, parse, readBody } from '../read-body.ts';

const expected = 'a JSON body';

export const emptyBody: ContractCheck = {
  code: 'empty-body',
  title: 'A body is empty',
  clause: 'endpoints.json',
  reading: 'An empty body is not JSON; the clause covers every response, including errors.',
  isOfAnyBody: true,
  ofResponse: (response) =>
    readBody(response).text?.trim() === ''
      ? { expected, got: 'an empty body', next: 'Send a JSON body with every response, errors included.' }
      : undefined,
};

export const notJson: ContractCheck = {
  code: 'not-json',
  title: 'A body is not JSON',
  explanation: 'An HTML page, truncated JSON, `NaN`, an extra comma, or a body nested deeper than parsers accept.',
  clause: 'endpoints.json',
  standard: 'RFC 8259, section 2',
  reading: 'JSON does not allow such a body.',
  isOfAnyBody: true,
  ofResponse: (response) => {
    const { text = '', json } = readBody(response);
    if (json || text.trim() === '') return undefined;
    if (!parse(text)) return { expected, ...notJsonAt(text, response) };
    const got = `a body nested more than ${DEEPEST} levels deep`;
    return { expected, got, next: 'Reduce the nesting: many parsers reject such a body.' };
  },
};

export const unpairedSurrogate: ContractCheck = {
  code: 'unpaired-surrogate',
  title: 'A string contains half of a character',
  explanation: 'The string was truncated within a character. Parsers treat the lone surrogate differently.',
  clause: 'endpoints.json',
  reading:
    'The JSON grammar allows a lone surrogate, but it is not Unicode text (RFC 8259, section 8.2). The clause is read as requiring JSON that every parser accepts.',
  ofResponse: (response) => {
    const { text = '', json } = readBody(response);
    // UTF-8 cannot contain a lone surrogate, so it must be an escape.
    if (!json || !/\\ud/i.test(text) || !UNPAIRED.test(JSON.stringify(json.body))) return undefined;
    const { text: whole = '', pointer } = findText(json.body, (one) => HALF.test(one)) ?? {};
    const at = whole.search(HALF);
    return {
      // A surrogate in a field name has no pointer.
      ...(pointer === undefined
        ? {}
        : { pointer, evidence: JSON.stringify(whole.slice(Math.max(0, at - AROUND_HALF), at + AROUND_HALF)) }),
      expected: 'strings of whole characters',
      got: 'half of a surrogate pair',
      next: 'Find where this string is truncated; truncate by code points, not by UTF-16 units.',
    };
  },
};

/** Matches an unpaired surrogate: the only character that `JSON.stringify` writes as a lower-case escape. */
const UNPAIRED = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

const HALF = /\p{Surrogate}/u;

/** The number of characters shown before and after an unpaired surrogate. */
const AROUND_HALF = 30;

export const repeatedField: ContractCheck = {
  code: 'repeated-field',
  title: 'An object has a duplicate field',
  clause: 'endpoints.json',
  standard: 'RFC 8259, section 4',
  reading: 'Such an object is JSON, but its names should be unique: parsers treat duplicates differently.',
  ofResponse: (response) => {
    const { text = '', json } = readBody(response);
    const repeated = json && repeatedMember(text);
    if (!repeated) return undefined;
    return {
      ...repeated,
      expected: 'every field once',
      got: `the field ${repeated.pointer} twice, the second time at character ${repeated.around + 1}`,
      next: 'Write each field of an object once, even if one of the names contains an escape.',
    };
  },
};
