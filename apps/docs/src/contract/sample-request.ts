import type { DocumentedOperation } from '@vehicle-lookup/openapi';
import type { Contract, KnownContract } from './contract.ts';
import type { SampleRequest, SampleValue } from './samples.ts';

/** What the mock takes as credentials: anything that is not empty. */
export const ANY_CREDENTIAL = 'demo';

/** The required values of an operation, as the document shows them. */
export const sampleValues = ({ table }: Contract, { parameters }: DocumentedOperation): SampleValue[] =>
  parameters
    .filter(({ name, required }) => required && !table.credentials.includes(name))
    .map(({ name, selector, example, schema }) => ({
      name,
      value: selector ?? String(example ?? ''),
      isNumber: schema.type === 'integer',
      isSelector: selector !== undefined,
    }));

/** A request to the first server. Its credentials are read from the environment, so that nobody pastes a key into a program. */
export const sampleRequest = (
  { contract, servers }: Pick<KnownContract, 'contract' | 'servers'>,
  operation: DocumentedOperation,
): SampleRequest => ({
  operation: operation.id,
  address: servers[0]?.address ?? '',
  path: contract.table.path,
  credentials: contract.table.credentials.map((name) => ({ name, value: undefined })),
  values: sampleValues(contract, operation),
  errorText: contract.table.error.text,
});
