import { notJsonAt } from '../body/not-json.ts';
import { repeatedMember } from '../body/repeated-field.ts';
import type { ContractCheck, FoundViolation } from '../check.ts';
import { DEEPEST, findText, parse, readBody } from '../read-body.ts';

const expected = 'a JSON body';

export const emptyBody: ContractCheck = {
  code: 'empty-body',
  title: 'A body is empty',
  explanation: "Every response to the document's method is JSON, errors included.",
  clause: 'endpoints.json',
  reading: 'An empty body is not JSON; the clause speaks of every response, so of errors, too.',
  isOfAnyBody: true,
  ofResponse: (response) =>
    readBody(response).text?.trim() === ''
      ? [{ expected, got: 'an empty body', next: 'Send a JSON body with every response, errors included.' }]
      : [],
};

export const notJson: ContractCheck = {
  code: 'not-json',
  title: 'A body is not JSON',
  explanation:
    'The body is not a JSON text: a page, a text that breaks off, `NaN`, a comma too many; or it is nested deeper than parsers accept.',
  clause: 'endpoints.json',
  standard: 'RFC 8259, section 2',
  reading: 'The grammar of JSON excludes it.',
  isOfAnyBody: true,
  ofResponse: (response) => {
    const { text = '', json } = readBody(response);
    if (json || text.trim() === '') return [];
    if (!parse(text)) return [{ expected, ...notJsonAt(text, response) }];
    const got = `a body of more than ${DEEPEST} levels`;
    return [{ expected, got, next: 'Nest less: many parsers reject such a body.' }];
  },
};

export const unpairedSurrogate: ContractCheck = {
  code: 'unpaired-surrogate',
  title: 'A string holds half of a character',
  explanation: 'A surrogate is escaped alone: a text was cut within a character. Parsers disagree on it.',
  clause: 'endpoints.json',
  reading:
    'The grammar of JSON allows it, but it is not Unicode text (RFC 8259, section 8.2): the clause is read as JSON that every parser reads.',
  ofResponse: (response) => {
    const { text = '', json } = readBody(response);
    // UTF-8 cannot hold one: it has to be an escape.
    if (!json || !/\\ud/i.test(text) || !UNPAIRED.test(JSON.stringify(json.body))) return [];
    const half = halfIn(json.body);
    const name = half.pointer === undefined ? 'A name' : half.pointer.slice(half.pointer.lastIndexOf('/') + 1);
    return [
      {
        title: `${name} was cut inside a character`,
        ...half,
        expected: 'strings of whole characters',
        got: 'half of a surrogate pair',
        next: 'Find where this text is cut to a length; cut by code points, not by UTF-16 units.',
      },
    ];
  },
};

/** `JSON.stringify` writes an unpaired surrogate, and nothing else, as an escape in lower case. */
const UNPAIRED = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

const HALF = /\p{Surrogate}/u;

/** How much of a text is shown on either side of half a character. */
const AROUND_HALF = 30;

/** The first string with half of a character, and the text around it; neither if it is in the name of a field. */
function halfIn(body: unknown): Pick<FoundViolation, 'pointer' | 'evidence'> {
  const found = findText(body, (text) => HALF.test(text));
  if (!found) return {};
  const { text, pointer } = found;
  const index = text.search(HALF);
  const [start, end] = [Math.max(0, index - AROUND_HALF), index + AROUND_HALF];
  const part = JSON.stringify(text.slice(start, end));
  return { pointer, evidence: `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}` };
}

export const repeatedField: ContractCheck = {
  code: 'repeated-field',
  title: 'An object has a field twice',
  explanation: 'Parsers disagree on which of the two counts.',
  clause: 'endpoints.json',
  standard: 'RFC 8259, section 4',
  reading: 'Such an object is JSON, and its names should be unique: parsers disagree on it.',
  ofResponse: (response) => {
    const { text = '', json } = readBody(response);
    const repeated = json && repeatedMember(text);
    if (!repeated) return [];
    const isEscaped = /^"[^"]*\\u/.test(text.slice(repeated.around));
    return [
      {
        ...repeated,
        expected: 'every field once',
        got: `the field ${repeated.pointer} twice, the second time at character ${repeated.around + 1}`,
        next: `Write every field of an object once${isEscaped ? '; the second name is another one in the text alone: an escape such as \\u0054 is the letter T' : ''}.`,
      },
    ];
  },
};
