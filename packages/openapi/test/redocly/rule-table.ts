import { describe, expect, test } from 'vitest';
import type { Document, Path } from '../../src/openapi/openapi.ts';
import type { Check, RuleFinding } from '../../src/redocly/rule.ts';
import { actionDocument, changed, defaultDocument, goodDocuments, inlined } from '../sample-documents.ts';

/** Defines the tests of one rule with valid and invalid documents. */
export type RuleTable = (rule: {
  /** Defines tests that the rule accepts both kinds of valid documents; `%s` in the title is replaced by the kind. */
  acceptsBothKinds(title: string): void;
  accepts(title: string, ...documents: Document[]): void;
  /** Defines a test that the rule reports exactly these findings, or findings with exactly these messages, for each document. */
  reports(title: string, ...rows: [document: Document, reported: (RuleFinding | string)[]][]): void;
}) => void;

type Change = [at: Path, value: unknown];

/** Returns the document with `action=…` selectors and changed values; undefined removes the value. */
export const action = (...changes: Change[]): Document => inlined(changed(actionDocument(), ...changes));

/** Returns the document with a default operation and changed values; undefined removes the value. */
export const byDefault = (...changes: Change[]): Document => inlined(changed(defaultDocument(), ...changes));

/**
 * Defines the tests of all given rules.
 * @param options options of rules, by rule name
 */
export function testRules(
  rules: Readonly<Record<string, Check<never>>>,
  tables: Record<string, RuleTable>,
  options: Record<string, object> = {},
): void {
  test('every rule has a test with its name', () => {
    expect(Object.keys(tables)).toEqual(Object.keys(rules));
  });

  describe.each(Object.entries(tables))('%s', (name, define) => {
    const check = (document: Document) => rules[name]?.(document, (options[name] ?? {}) as never);
    define({
      acceptsBothKinds(title) {
        test.each(goodDocuments)(title, (_, document) => expect(check(document)).toEqual([]));
      },
      accepts(title, ...documents) {
        test(title, () => expect(documents.map(check)).toEqual(documents.map(() => [])));
      },
      reports(title, ...rows) {
        test(title, () => {
          for (const [document, reported] of rows) {
            const messages = new Set(check(document)?.map(({ message }) => message));
            const areWhole = reported.every((one) => Object.hasOwn(Object(one), 'at'));
            expect(areWhole ? check(document) : [...messages]).toEqual(reported);
          }
        });
      },
    });
  });
}
