/** The API usage of a program: names from the document, statuses and error codes, but never values. */
export interface UsageFile {
  /** The version of the file format. */
  usageVersion: 1;
  consumer: { name: string; version: string };
  /** The contract that the client was generated from. */
  contract: { title: string; version: string };
  /** Usage, keyed by operation; operations that are not called are absent. */
  operations: Record<string, OperationUsage>;
}

/** A program's usage of one operation. */
export interface OperationUsage {
  /**
   * The locations in a success that are read: `data[].ItemMPText`, `header:retry-after`. A location includes all locations that
   * contain it. `all` means that neither the locations nor the handled failures of a call can be observed.
   */
  reads: string[] | 'all';
  /** The failures whose code, status or fields the program reads, without duplicates. */
  failures: FailureUsage[];
}

export interface FailureUsage {
  /** Absent if there was no response. */
  status?: number;
  code?: string;
  /** The body fields and headers that are read. */
  reads: string[];
}

type Operations = UsageFile['operations'];

/** Returns the combined usage of several test files or processes of one program. */
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

/** Returns the sorted locations without duplicates, and without locations that contain another location. */
function innermost(places: readonly string[]): string[] {
  const all = [...new Set(places)].sort();
  return all.filter((place) => !all.some((one) => one.startsWith(`${place}.`) || one.startsWith(`${place}[`)));
}
