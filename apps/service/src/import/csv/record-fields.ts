import { checkLine } from '../check-line.ts';

/** A field of a vehicle's record in the document. */
export interface RecordField {
  name: string;
  isNumber: boolean;
}

/** The fields of a vehicle's record, as the document has them. */
export function recordFields(): RecordField[] {
  const names = faultyMembers({}).filter((name) => name !== '');
  const empty = Object.fromEntries(names.map((name) => [name, '']));
  return names.map((name) => ({ name, isNumber: !faultyMembers({ ...empty, [name]: 1 }).includes(name) }));
}

/** Members of a record that the document does not allow, or that are missing. */
function faultyMembers(record: Record<string, unknown>): string[] {
  const lists = { fluids: [], oemParts: [], repairTimes: [], engines: [] };
  return checkLine({ kind: 'vehicle', patterns: [], record, ...lists }).map(({ pointer }) =>
    pointer.slice('/record/'.length),
  );
}
