/** The usage of the interface by a program: names of the document, statuses and error codes, never a value. */
export interface UsageFile {
  /** The version of this form. */
  usageVersion: 1;
  consumer: { name: string; version: string };
  /** The contract that the client was made from. */
  contract: { title: string; version: string };
  /** By operation; those that are not called are absent. */
  operations: Record<string, OperationUsage>;
}

/** What a program uses of one operation. */
export interface OperationUsage {
  /**
   * The places of a success that are read: `data[].ItemMPText`, `header:retry-after`. A place includes all that it is in. `all`: the
   * operation is called in a way that does not show what is read, nor which failures are handled.
   */
  reads: string[] | 'all';
  /** The failures of which the program reads something, each once. */
  failures: FailureUsage[];
}

export interface FailureUsage {
  /** Absent where there was no response. */
  status?: number;
  code?: string;
  /** Fields of the body and headers that are read. */
  reads: string[];
}

type Operations = UsageFile['operations'];

/** What several test files or processes of one program use together. */
export function joinUsage(all: readonly Operations[]): Operations {
  const joined: Operations = {};
  for (const operations of all) {
    for (const [id, { reads, failures }] of Object.entries(operations)) {
      const own = joined[id] ?? { reads: [], failures: [] };
      const isAll = own.reads === 'all' || reads === 'all';
      joined[id] = {
        reads: isAll ? 'all' : [...own.reads, ...reads],
        failures: joinFailures([...own.failures, ...failures]),
      };
    }
  }
  const sorted = Object.keys(joined).sort();
  return Object.fromEntries(sorted.map((id) => [id, settled(joined[id] as OperationUsage)]));
}

const settled = ({ reads, failures }: OperationUsage): OperationUsage => ({
  reads: reads === 'all' ? reads : innermost(reads),
  failures,
});

function joinFailures(failures: readonly FailureUsage[]): FailureUsage[] {
  const byName = new Map<string, FailureUsage>();
  for (const { reads, ...failure } of failures) {
    const name = `${failure.status ?? ''} ${failure.code ?? ''}`;
    byName.set(name, { ...failure, reads: [...(byName.get(name)?.reads ?? []), ...reads] });
  }
  return [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, failure]) => ({ ...failure, reads: innermost(failure.reads) }));
}

/** Places once and sorted, without those that another one is in. */
function innermost(places: readonly string[]): string[] {
  const all = [...new Set(places)].sort();
  return all.filter((place) => !all.some((one) => one.startsWith(`${place}.`) || one.startsWith(`${place}[`)));
}
