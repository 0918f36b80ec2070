/** An operation as the document states it. */
export interface CommandOperation {
  /** Its operationId: the name of the client's method. */
  id: string;
  summary: string;
  description: string;
  /** The inputs, in the order of the method's arguments. */
  inputs: OperationInput[];
  /** The schema of its data, or of the elements of a list. */
  record?: string;
  /** The columns of its data in CSV. */
  columns: string[];
}

/** One value that an operation needs. */
export interface OperationInput {
  name: string;
  description: string;
  /** As JSON Schema names it. */
  type: string;
}

/** Commands whose name does not follow from the operationId. */
export const SHORT_NAMES: Record<string, string> = {
  decodeVin: 'decode',
  decodeVinAll: 'decode-all',
  getOemParts: 'parts',
  getRepairTimes: 'times',
};

/** The subject of an operation: `repair times` for `getRepairTimes`. */
export const subjectOf = ({ id }: CommandOperation): string =>
  id
    .replace(/^(get|list)(?=[A-Z])/, '')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase();

/** The command of an operation: `listBrands` is `brands`. */
export const commandName = (operation: CommandOperation): string =>
  SHORT_NAMES[operation.id] ?? subjectOf(operation).replaceAll(' ', '-');

/** The arguments of a command: `BRAND MODEL`. */
export const argumentsOf = ({ inputs }: CommandOperation): string =>
  inputs.map(({ name }) => name.toUpperCase()).join(' ');
