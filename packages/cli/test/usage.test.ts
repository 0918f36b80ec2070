import { join } from 'node:path';
import { answers, fakeFetch } from '@vehicle-lookup/client/fake-fetch';
import { recordUsage } from '@vehicle-lookup/client/fakes';
import { exampleQuery } from '@vehicle-lookup/openapi';
import { CANARY, canaryIn, temporaryDirectory } from '@vehicle-lookup/testing';
import { readBuilt } from '@vehicle-lookup/testing/generated';
import { expect, test, vi } from 'vitest';
import type { CommandOperation } from '../src/operation.ts';
import { operations } from '../src/operations.gen.ts';
import { connect } from '../src/service.ts';
import { runSingle } from '../src/single.ts';

// The package publishes a file with the parts of the API that it uses, for `vehicle-lookup-gate check --consumers`.
const document = readBuilt('openapi.json');
const recorded = recordUsage({ directory: import.meta.dirname });

/** Runs a command whose request returns the given status. */
async function command(operation: CommandOperation, status: number, json: boolean): Promise<void> {
  const { ok, status: failure } = answers[operation.id as keyof typeof answers];
  const answer = status === 200 ? ok() : (failure as (status: number) => ReturnType<typeof ok>)(status);
  const fetch = fakeFetch({ [operation.id]: answer });
  const service = connect({ baseUrl: 'https://a.example', user: 'demo', key: CANARY, retry: false, fetch }, false);
  const example = exampleQuery(document, operation.id);
  const words = operation.inputs.map(({ name }) => `${example[name]}`);
  await runSingle(operation, words, { json } as never, service, { write: () => true }, () => {});
}

test('the published usage file matches the commands; `vitest run usage -u` updates the file', async () => {
  vi.stubEnv('XDG_CONFIG_HOME', temporaryDirectory());
  for (const operation of operations) {
    for (const json of [true, false]) await command(operation, 200, json);
    const { statuses = [] } = readBuilt('operation-table.json').operations.find(
      ({ id }: { id: string }) => id === operation.id,
    );
    for (const status of statuses.map(Number).filter((one: number) => one >= 400))
      await expect(command(operation, status, false)).rejects.toThrow(operation.id);
  }
  recorded.stop();
  const text = `${JSON.stringify(recorded.usage(), null, 2)}\n`;
  expect(canaryIn(text)).toEqual([]);
  expect(text).not.toMatch(/WVWZZZ|25573|Volkswagen|demo/);
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, '../vehicle-lookup.usage.json'));
  vi.unstubAllEnvs();
});
