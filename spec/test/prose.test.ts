import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, member, walk } from '@vehicle-lookup/openapi';
import { expect, test } from 'vitest';

const document: Document = JSON.parse(readFileSync(join(import.meta.dirname, '../dist/openapi.json'), 'utf8'));
const introduction = document.info?.description ?? '';

const descriptions = [...walk({ ...document, 'x-assumptions': {}, 'x-clauses': {} })].flatMap(({ node, named }) =>
  !named && typeof node.description === 'string' ? [node.description] : [],
);
const wordsIn = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** The sentences of the descriptions, without tables and headings. Each list item is a sentence. */
const sentences = descriptions
  .flatMap((text) => text.split(/\n{2,}|\n(?=[-|#\d])/))
  .filter((block) => !/^[|#]/.test(block))
  .flatMap((block) => block.replaceAll(/\s+/g, ' ').split(/(?<=[.:!?])\s+(?=[A-Z`*])/));

test('the descriptions have at most 260 words per operation and at most 30 words per sentence', () => {
  const operations = Object.keys(document.components?.pathItems ?? {}).length;
  expect(descriptions.flatMap(wordsIn).length).toBeLessThanOrEqual(260 * operations);
  expect(sentences.filter((sentence) => wordsIn(sentence).length > 30)).toEqual([]);
});

test('no sentence describes both an undocumented point and an assumption', () => {
  expect(sentences.filter((sentence) => /not documented/i.test(sentence) && /assumed/i.test(sentence))).toEqual([]);
});

/** The phrase in the introduction for each assumption about every request or response. */
const PHRASES: Record<string, string> = {
  'trailing-slash': '`/api` is the same as `/api/`',
  head: 'HEAD costs the same as GET',
  options: 'OPTIONS returns 204',
  precedence: '401, 400, 403 and 429 in this order',
  'additional-fields': 'additional fields and headers',
  charging: 'each 200 costs one consultation',
  'open-limits': 'Limits per second, response sizes, plan names and prices are not documented',
  transport: 'HTTPS',
  encoding: 'percent-encoded',
  cors: 'cross-origin access is not guaranteed',
  retries: 'Retrying after 400, 401, 403 or 404 does not help',
  redirects: 'do not follow redirects',
  'other-statuses': '502, 503, 504 and a lost connection',
};

test('the introduction describes every assumption about all requests or responses', () => {
  const operation = member(member(document.paths, '/api/'), 'get');
  const ids = member(member(operation, 'x-assumes'), 'meaning') as string[];
  expect(Object.keys(PHRASES).toSorted()).toEqual(ids.toSorted());
  const text = introduction.replaceAll(/\s+/g, ' ');
  expect(Object.values(PHRASES).filter((phrase) => !text.includes(phrase))).toEqual([]);
});
