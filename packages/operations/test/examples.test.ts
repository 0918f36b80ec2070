import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { errorBody, operationTable, resolveOperation } from '../src/index.ts';

// The document shows, for every kind of problem, the query and the body that answers it. Both have to be true.
const document = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@vehicle-lookup/spec/openapi.json'), 'utf8'),
);
const deref = (node: { $ref?: string }): Record<string, never> =>
  (node.$ref
    ? deref(
        node.$ref
          .slice(2)
          .split('/')
          .reduce((at, key) => at[key], document),
      )
    : node) as Record<string, never>;

interface Example {
  summary?: string;
  value: object;
}
const [item] = Object.values<{ $ref?: string }>(document.components.pathItems);
const examplesOf = (status: string): [string, Example][] => {
  const operation = (deref(item ?? {}) as Record<string, { responses: Record<string, object> }>)[
    operationTable.method.toLowerCase()
  ];
  const response = deref(operation?.responses[status] ?? {}) as {
    content?: Record<string, { examples: Record<string, Example> }>;
  };
  return Object.entries(response.content?.['application/json']?.examples ?? {}).map(([name, example]) => [
    name,
    deref(example as object) as unknown as Example,
  ]);
};

const credentials = operationTable.credentials.map((name) => `${name}=x`).join('&');

test.each(examplesOf('400'))('the example %s is what its query is answered', (name, { summary, value }) => {
  const query = /^`(.*)`$/.exec(summary ?? '')?.[1];
  expect(query, `${name}: expected a summary that is the query in backticks`).toBeDefined();
  const resolution = resolveOperation(`${credentials}&${query}`);
  expect(resolution).toMatchObject({ ok: false, problem: { kind: name, status: 400 } });
  if (!resolution.ok) expect(value).toEqual(errorBody(resolution.problem.message));
});

test('the example missing-credentials is what a query without credentials is answered', () => {
  const example = Object.fromEntries(examplesOf('401'))['missing-credentials'];
  const resolution = resolveOperation('');
  if (resolution.ok) expect.unreachable();
  else expect(example?.value).toEqual(errorBody(resolution.problem.message));
});
