import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { nearFaults } from '../plan/credentials.ts';
import type { RunTarget } from '../plan/profile.ts';
import type { CredentialFault, Request } from '../plan/request.ts';
import { cellResult, isContradicted, type MatrixSource, NOT_ASKED, stateOf } from './matrix.ts';
import type { CredentialCell } from './report.ts';

type Place = Pick<CredentialCell, 'credential' | 'fault'>;

type Credentials = Pick<OperationTable, 'credentials' | 'secrets'>;

/** Creates the matrix of invalid credentials, with each credential separately and all of them together. */
export function createCredentialMatrix({
  table,
  judgements,
  target,
  fails,
}: Pick<MatrixSource, 'judgements' | 'target' | 'fails'> & { table: Credentials }): CredentialCell[] {
  return placesOf(table).map((place) => {
    const results = judgements
      .filter(({ request }) => isAt(request, place, table.credentials))
      .map((judgement) => cellResult(judgement, fails));
    const found = stateOf(results) ?? notRequested(place, target);
    // All planned credential requests are required: there are few, and a missing result would go unnoticed.
    const required = results.some((result) => !isContradicted(result));
    const operations = found.state === 'not-observed' ? [] : results.filter(({ state }) => state === found.state);
    return { ...place, ...found, required, operations: operations.map(({ judgement }) => judgement.request.operation) };
  });
}

const notRequested = ({ fault }: Place, target: RunTarget): Pick<CredentialCell, 'state' | 'reason'> =>
  target === 'mock' && (fault === 'made-up' || nearFaults.includes(fault))
    ? { state: 'not-applicable', reason: 'a mock has no accounts' }
    : { state: 'not-observed', reason: NOT_ASKED };

function placesOf({ credentials, secrets }: Credentials): Place[] {
  const faults: CredentialFault[] = ['absent', 'empty', 'twice', 'made-up'];
  const alone = credentials.flatMap((credential) =>
    [...faults, ...(secrets.includes(credential) ? nearFaults : [])].map((fault) => ({ credential, fault })),
  );
  const together = (['absent', 'made-up'] as const).map((fault) => ({ credential: 'all', fault }));
  return [...alone, ...together];
}

function isAt(
  { faults = {}, probeOf, kind }: Request,
  { credential, fault }: Place,
  names: readonly string[],
): boolean {
  const sent = Object.entries(faults);
  const isOwn = credential === 'all' ? sent.length === names.length : sent.length === 1 && sent[0]?.[0] === credential;
  return !probeOf && kind !== 'rejection' && isOwn && sent.every(([, value]) => value === fault);
}
