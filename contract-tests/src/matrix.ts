import type { OperationEntry, OperationTable } from '@vehicle-lookup/operations';
import { envelopes } from '@vehicle-lookup/validators';
import type { Breach } from './checks/breach.ts';
import type { Accounts } from './plan/candidates.ts';
import type { Target } from './plan/profile.ts';
import type { Cell, CredentialCell } from './report.ts';
import type { CredentialFault } from './request.ts';
import type { Seen } from './seen.ts';

/** Whether a breach makes its cell wrong. */
export type Fails = (breach: Breach) => boolean;

/** What one request says of its cell, contradictions weighed. */
interface Word {
  seen: Seen;
  state: Cell['state'];
  reason?: string;
}

/**
 * Every declared cell of the operations with what the requests say of it.
 * @param given the accounts beside the run's own
 */
export function matrix(
  operations: readonly OperationEntry[],
  seen: readonly Seen[],
  target: Target,
  fails: Fails,
  given: Accounts = {},
): Cell[] {
  return operations.flatMap((entry) =>
    entry.statuses.flatMap((status) => {
      const own = seen.filter(
        ({ request }) => !request.aside && request.operation === entry.id && request.status === status,
      );
      const words = own.map((one) => wordOf(one, fails));
      const names = forms(entry.id, status);
      const cells = names.map((envelope) => {
        const place = { operation: entry.id, status, ...(envelope === '' ? {} : { envelope }) };
        const mine = words.filter(({ seen: { request, envelope: came } }) => {
          return (request.envelope ?? came ?? names[0] ?? '') === envelope || status !== '200';
        });
        return cell(place, mine, entry, target, given);
      });
      return target === 'mock' ? cells : anyForm(cells, words);
    }),
  );
}

/** The forms of a success body; other answers have one. */
const forms = (operation: string, status: string): string[] => {
  const named = status === '200' ? envelopes(operation, status) : [];
  return named.length > 0 ? named : [''];
};

/**
 * A service need send one form only: what was required is the form that came. A contradicted assumption leads to no
 * refusal, so none behind it can be required; a success is, whatever came in its place.
 */
function anyForm(cells: Cell[], words: readonly Word[]): Cell[] {
  const isRequired = words.some(
    (word) => word.seen.required && (word.seen.request.status === '200' || !isContradicted(word)),
  );
  const came = cells.findIndex(({ state }) => state !== 'not-observed');
  return cells.map((own, index) => ({ ...own, required: isRequired && index === Math.max(0, came) }));
}

const CONTRADICTED = 'an assumption that leads here is contradicted';

const isContradicted = ({ state, reason }: Word): boolean => state === 'not-observed' && reason === CONTRADICTED;

function wordOf(seen: Seen, fails: Fails): Word {
  // Nobody asked for it: a limit that anyone may meet says nothing of an exhausted allowance.
  if (seen.state === 'pass' && seen.request.why === 'refusal' && seen.request.status === '429') {
    return { seen, state: 'not-observed', reason: 'it came where another answer was asked for' };
  }
  if (seen.state !== 'fail')
    return { seen, state: seen.state, ...(seen.reason === undefined ? {} : { reason: seen.reason }) };
  if (seen.breaches.some(fails)) return { seen, state: 'fail' };
  // Only contradictions and warnings: the answer counts where it is the one that was asked for.
  return String(seen.answer?.status) === seen.request.status
    ? { seen, state: 'pass' }
    : { seen, state: 'not-observed', reason: CONTRADICTED };
}

function cell(
  place: Pick<Cell, 'operation' | 'status' | 'envelope'>,
  words: readonly Word[],
  entry: OperationEntry,
  target: Target,
  given: Accounts,
): Cell {
  const answers = words.filter(({ state }) => state === 'pass' || state === 'fail').length;
  const required = target === 'mock';
  for (const state of ['fail', 'error', 'pass', 'not-observed'] as const) {
    const found = words.find((word) => word.state === state);
    if (!found) continue;
    if (state === 'pass' && !words.some((word) => word.state === 'pass' && !isEmptyList(word.seen))) {
      return { ...place, state: 'not-observed', required, reason: 'the list never had an element', answers };
    }
    return { ...place, state, required, ...(found.reason === undefined ? {} : { reason: found.reason }), answers };
  }
  return { ...place, ...untouched(place, entry, target, given), required, answers: 0 };
}

/** Whether a success body is a list without elements, in any envelope: what its elements must be was not seen. */
function isEmptyList({ answer, json }: Seen): boolean {
  if (answer?.status !== 200 || typeof json?.body !== 'object' || json.body === null) return false;
  const lists = (Array.isArray(json.body) ? [json.body] : Object.values(json.body)).filter(Array.isArray);
  return lists.length > 0 && lists.every((list) => list.length === 0);
}

/** Why no request led to a cell. */
function untouched(
  { status, envelope }: Partial<Cell>,
  entry: OperationEntry,
  target: Target,
  given: Accounts,
): Pick<Cell, 'state' | 'reason'> {
  if (target === 'mock') {
    return { state: 'fail', reason: `the document has no example named ${envelope ?? 'for it'} to ask for` };
  }
  if (status === '404' && Object.keys(entry.parameters).length === 0) {
    return { state: 'not-applicable', reason: 'no input selects it' };
  }
  if (envelope !== undefined) return { state: 'not-observed', reason: 'no answer came in this envelope' };
  return { state: 'not-observed', reason: unaskedFor(status ?? '', given) };
}

function unaskedFor(status: string, given: Accounts): string {
  if (status.startsWith('5')) return 'no request can ask for it';
  if (status === '403' && !given.forbidden) return 'an account without the operation was not given';
  if (status === '429' && !given.exhausted) return 'an exhausted account was not given';
  return 'no request of this run asks for it';
}

/** Every way of sending each credential wrongly, and all of them together. */
export function credentialMatrix(
  { credentials: names, secrets }: Pick<OperationTable, 'credentials' | 'secrets'>,
  seen: readonly Seen[],
  target: Target,
  fails: Fails,
): CredentialCell[] {
  const faults: CredentialFault[] = ['absent', 'empty', 'twice', 'made-up'];
  const near: CredentialFault[] = ['other-case', 'cut', 'longer', 'another-account'];
  const alone = names.flatMap((credential) =>
    [...faults, ...(secrets.includes(credential) ? near : [])].map((fault) => ({ credential, fault })),
  );
  const together = (['absent', 'made-up'] as const).map((fault) => ({ credential: 'all', fault }));
  return [...alone, ...together].map(({ credential, fault }): CredentialCell => {
    const own = seen.filter(({ request: { faults: sent, aside, why } }) => {
      const entries = Object.entries(sent ?? {});
      const isRight =
        credential === 'all' ? entries.length === names.length : entries.length === 1 && entries[0]?.[0] === credential;
      return !aside && why !== 'refusal' && isRight && entries.every(([, value]) => value === fault);
    });
    const words = own.map((one) => wordOf(one, fails));
    const state = (['fail', 'error', 'pass'] as const).find((one) => words.some((word) => word.state === one));
    const operations = words.filter((word) => word.state === state).map((word) => word.seen.request.operation);
    // Few of them could be cut without a word: what the plan asks for is required.
    const required = words.some((word) => !isContradicted(word));
    if (state) return { credential, fault, state, required, operations };
    if (target === 'mock' && (fault === 'made-up' || near.includes(fault))) {
      return {
        credential,
        fault,
        state: 'not-applicable',
        required,
        reason: 'a mock knows no account',
        operations: [],
      };
    }
    const reason = words[0]?.reason ?? 'no request of this run asks for it';
    return { credential, fault, state: 'not-observed', required, reason, operations: [] };
  });
}
