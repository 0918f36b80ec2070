import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { sourceFiles } from '../support/repository.ts';

/**
 * Unidiomatic phrases, their replacements, and the number of remaining occurrences: fields, quotations, and sentences in which the
 * phrase is correct. Rewrite the sentence if a number rises. If a number falls, lower the number in this list.
 */
const PHRASES: readonly (readonly [phrase: RegExp, instead: string, left: number])[] = [
  [/\b(?:another|other) \w+(?: \w+)? than\b/gi, 'different from, other than', 0],
  [/(?<!\bthere )\b(?:is|are|was|were) no (?!longer|more than|less than|other|such)\w+/gi, 'is not a', 0],
  [/\bin place of\b/gi, 'instead of', 0],
  [
    /, also (?:the|a|an|in|of|for|with|by|on|at|if|when|to|from|under|without|after|before|as)\b/gi,
    'even, including',
    0,
  ],
  [/, too[.;,]/gi, 'also, before the verb', 0],
  [/\bat once\b/gi, 'immediately, concurrently', 3],
  [/\bany ?more\b/gi, 'no longer', 0],
  [/\bso many\b/gi, 'that many', 0],
  [/\b(?:comes?|came) (?:again|back)\b/gi, 'is repeated, returns', 0],
  [/\bdemand(?:s|ed|ing)?\b/gi, 'require', 43],
  [/\brefus(?:e|es|ed|al|als|ing)\b/gi, 'reject', 16],
  [/\brepl(?:y|ies|ied)\b/gi, 'response, respond', 2],
  [/\bhurts?\b|\baccus\w+/gi, 'affect, flag', 0],
  [/\btrue (?:request|response|error)s?\b/gi, 'valid, expected', 0],
  [/\bwrong (?:query|request|response|value|answer|key|body)\b/gi, 'invalid', 13],
  [/\bbeside (?:the|a|an|it|its|them)\b/gi, 'in addition to, next to', 0],
  [/\b(?:nobody|Nothing)\b/g, 'the thing that acts, as the subject', 39],
  [/\bwhoever\b/gi, 'the reader or the program, by its name', 0],
  [/(?:^|[.:;] )What [a-z ]{3,40} (?:is|are|gets?|stays?|comes?)\b/gm, 'the noun', 0],
];

/** Returns the text of a file in one line, without comment markers. */
const textOf = (file: string): string =>
  readFileSync(join(root, file), 'utf8').replace(/\n\s*(?:\*(?!\/)|\/\/|#+|>)?\s*/g, ' ');

const texts = sourceFiles()
  .filter((file) => /\.(?:md|ya?ml|ts|js|py|php)$/.test(file) && !/\.gen\.|pnpm-lock|english\.test/.test(file))
  .map((file): [file: string, text: string] => [file, textOf(file)]);

test.each(PHRASES)('sentences avoid %s (use: %s)', (phrase, _, left) => {
  const places = texts.flatMap(([file, text]) =>
    Array.from(text.matchAll(phrase), ({ index }) => `${file}: … ${text.slice(Math.max(0, index - 60), index + 60)} …`),
  );
  expect(places.length, places.join('\n')).toBe(left);
});
