import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { directory, readCases } from './cases/cases.ts';
import { judge, type Outcome } from './cases/judge.ts';
import { runTypeScript } from './cases/run-typescript.ts';
import { type CaseService, serveCases } from './cases/service.ts';

const cases = readCases();
let service: CaseService;
let outcomes: Outcome[];

beforeAll(async () => {
  service = await serveCases(cases);
  outcomes = await runTypeScript(cases, service.address);
});

test.each(cases.map((one, index) => [one.id, index] as const))('%s', (_, index) => {
  const [one, outcome] = [cases[index], outcomes[index]];
  expect(one && outcome && judge(one, outcome, service.requests(index), 'typescript')).toEqual([]);
});

describe('the cases', () => {
  test('are at least 300 and have unique names', () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    expect(cases.length).toBeGreaterThanOrEqual(300);
  });

  test('are explained in the README, which names every file and every field', () => {
    const readme = readFileSync(join(directory, 'README.md'), 'utf8');
    const files = readdirSync(directory).filter((file) => file.endsWith('.json'));
    const names = cases.flatMap((one) => Object.keys(one)).filter((name) => name !== 'id');
    expect([...files, ...new Set(names)].filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });
});
