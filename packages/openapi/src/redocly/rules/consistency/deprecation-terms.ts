import { isDay } from '../../../extensions/deprecation.ts';
import { member } from '../../../openapi/node.ts';
import type { Document } from '../../../openapi/openapi.ts';
import { walk } from '../../../openapi/walk.ts';
import type { Check } from '../../rule.ts';

/** Checks that a deprecated node states its start, last day and replacement: `x-deprecation: { since, until, use }`. */
export const check: Check = (document: Document) =>
  [...walk(document)].flatMap(({ node, at, named }) => {
    const terms = node['x-deprecation'];
    if (named || (node.deprecated !== true && terms === undefined)) return [];
    const missing = ['since', 'until', 'use'].filter((key) => String(member(terms, key) ?? '').trim() === '');
    const until = String(member(terms, 'until') ?? '');
    return [
      ...(node.deprecated === true
        ? []
        : [{ message: 'x-deprecation: expected `deprecated: true` in the same object, found none', at }]),
      ...(missing.length === 0
        ? []
        : [
            {
              message: `deprecated: expected x-deprecation with since, until and use, found no ${missing.join(', ')}`,
              at,
            },
          ]),
      ...(missing.includes('until') || isDay(until)
        ? []
        : [{ message: `x-deprecation: expected a day YYYY-MM-DD as until, found ${JSON.stringify(until)}`, at }]),
    ];
  });
