import { compareTexts } from '../../comparison/patterns.ts';
import type { EngineDifference, Rule } from '../../comparison/rule.ts';
import { valueRating } from '../../comparison/values.ts';

const KEYWORDS = ['pattern', 'minLength', 'maxLength'];

export const rule: Rule = {
  title: 'A text has another pattern',
  text:
    'Pattern and lengths are compared as the set of texts that they allow. In a request more texts are minor and fewer are ' +
    'major; in a response the other way round. The same texts, written differently, are patch. What cannot be decided (a ' +
    'look-around, a back reference) is major.',
  rate: (change) => {
    if (change.typeName !== 'Schema' || !KEYWORDS.includes(change.property ?? '')) return undefined;
    const [before, after] = change.schemas;
    if (before === undefined || after === undefined || (!before.pattern && !after.pattern)) return undefined;
    const what = `\`${change.property}\`${values(change)}`;
    return valueRating(compareTexts(before, after) ?? 'other', change, what);
  },
};

const values = ({ before, after }: EngineDifference): string =>
  ` (${[before, after].map((one) => (one === undefined ? 'none' : `\`${one}\``)).join(' → ')})`;
