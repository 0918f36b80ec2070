import { isRecord } from '@vehicle-lookup/openapi';
import { CannotRateError } from '../cannot-rate.ts';
import { parseJson } from '../json.ts';

/** A program's use of the contract, as recorded by its tests. `usage.schema.json` describes the format. */
export interface Usage {
  /** Name of the usage file, for messages. */
  file: string;
  consumer: { name: string; version: string };
  contract: { title: string; version: string };
  operations: Map<string, UsedOperation>;
}

export interface UsedOperation {
  /** Locations that are read in a successful response; `all` if the locations could not be observed. */
  reads: string[] | 'all';
  failures: { status?: number; code?: string; reads: string[] }[];
}

const FORM = 1;
const AGAIN = 'write it again with recordUsage from @vehicle-lookup/client/fakes';

/**
 * Reads a usage file.
 * @param file the file name for messages
 * @throws CannotRateError when the text is not a valid usage file
 */
export function readUsage(text: string, file: string): Usage {
  const { usageVersion, consumer, contract, operations } = parseJson(text, file);
  if (usageVersion !== FORM) {
    const found = typeof usageVersion === 'number' ? `${usageVersion}` : 'none';
    const next = typeof usageVersion === 'number' && usageVersion > FORM ? 'install a newer gate' : AGAIN;
    throw new CannotRateError(`${file}: expected usageVersion ${FORM}, found ${found}; ${next}`);
  }
  const wrong = (member: string, expected: string) =>
    new CannotRateError(`${file}: expected ${expected} as ${member}, found a different value; ${AGAIN}`);
  if (!isText(consumer, 'name', 'version')) throw wrong('consumer', 'name and version');
  if (!isText(contract, 'title', 'version')) throw wrong('contract', 'title and version');
  if (!isRecord(operations)) throw wrong('operations', 'an object');
  const read = Object.entries(operations).map(([id, used]): [string, UsedOperation] => {
    if (!isUsed(used)) throw wrong(`operations.${id}`, 'reads and failures');
    return [id, used];
  });
  return { file, consumer, contract, operations: new Map(read) };
}

const isText = <K extends string>(value: unknown, ...names: K[]): value is Record<K, string> =>
  isRecord(value) && names.every((name) => typeof value[name] === 'string');

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const isUsed = (value: unknown): value is UsedOperation =>
  isRecord(value) &&
  (value.reads === 'all' || isTexts(value.reads)) &&
  Array.isArray(value.failures) &&
  value.failures.every(
    (one) => isRecord(one) && isTexts(one.reads) && ['undefined', 'number'].includes(typeof one.status),
  );
