import { expect } from 'vitest';
import { catalogue } from '../../self-test/catalogue.ts';
import { verifyFaulty } from '../../self-test/run.ts';

const { faulty } = catalogue;

/** Patterns for the texts of a finding. */
export type ExpectedTexts = Partial<
  Record<
    | 'title'
    | 'request'
    | 'got'
    | 'expected'
    | 'received'
    | 'scope'
    | 'reading'
    | 'next'
    | 'clause'
    | 'reproduce'
    | 'pointer',
    RegExp
  >
>;

/** Verifies a service from the catalogue and compares the texts of the finding with the patterns. */
export async function expectTexts(name: string, code: string, facts: ExpectedTexts): Promise<void> {
  const fault = faulty.find((own) => own.name === name);
  if (!fault) throw new Error(`the catalogue has no ${name}`);
  const { failing } = await verifyFaulty(fault);
  const found = failing.find((own) => own.code === code && (facts.clause?.test(own.clause ?? '') ?? true));
  expect(found).toMatchObject(
    Object.fromEntries(Object.entries(facts).map(([fact, pattern]) => [fact, expect.stringMatching(pattern)])),
  );
  expect(failing.filter(({ request, received }) => request !== '' && !/^status \d{3}/.test(received ?? ''))).toEqual(
    [],
  );
}
