import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY, USER } from '../../self-test/correct-service.ts';
import { runBin } from '../child.ts';
import { projection } from '../documents.ts';
import { probes } from '../probes.ts';
import type { BenchPeer } from './peer.ts';

/** An Arazzo flow of all probes, each a step with its status; media types and schemas Respect looks at by itself. */
export const respect: BenchPeer = {
  name: 'Redocly Respect, with a flow of the probes',
  package: '@redocly/cli',
  start: async (front, directory) => {
    const flow = join(directory, 'probes.arazzo.json');
    writeFileSync(join(directory, 'openapi.json'), JSON.stringify(projection()));
    writeFileSync(flow, JSON.stringify(flowOfProbes()));
    const env = { REDOCLY_CLI_RESPECT_INPUT: JSON.stringify({ user: USER, key: KEY }) };
    return {
      verify: async () => {
        const { code, output } = await runBin('redocly', ['respect', flow, '--server', `contract=${front.url}`], env);
        return { accuses: code !== 0, output };
      },
    };
  },
};

function flowOfProbes(): object {
  // As an input of this format it is masked; written into the steps it would not be.
  const inputs = {
    type: 'object',
    properties: { user: { type: 'string' }, key: { type: 'string', format: 'password' } },
  };
  const inputOr = (value: string): string => (value === KEY ? '$inputs.key' : value === USER ? '$inputs.user' : value);
  const steps = probes.map(({ operation, query, status }, index) => ({
    stepId: `probe-${index}`,
    operationId: operation,
    parameters: Object.entries(query).map(([name, value]) => ({ name, in: 'query', value: inputOr(value) })),
    successCriteria: [{ condition: `$statusCode == ${status}` }],
  }));
  return {
    arazzo: '1.0.1',
    info: { title: 'The probes', version: '1.0.0' },
    sourceDescriptions: [{ name: 'contract', type: 'openapi', url: 'openapi.json' }],
    workflows: [{ workflowId: 'probes', inputs, steps }],
  };
}
