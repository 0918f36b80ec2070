/** An operation, as declared in the document. */
export interface CommandOperation {
  /** operationId, which is also the name of the client method. */
  id: string;
  summary: string;
  description: string;
  /** Inputs, in the order of the method arguments. */
  inputs: OperationInput[];
  /** Schema name of the data, or of its elements if the data is a list. */
  record?: string;
  /** CSV columns of the data. */
  columns: string[];
}

/** A value that an operation requires. */
export interface OperationInput {
  name: string;
  description: string;
  /** JSON Schema type of the value. */
  type: string;
}

/** Command names that cannot be derived from the operationId. */
export const SHORT_NAMES: Record<string, string> = {
  decodeVin: 'decode',
  decodeVinAll: 'decode-all',
  getOemParts: 'parts',
  getRepairTimes: 'times',
};

/** Returns the subject of an operation: `repair times` for `getRepairTimes`. */
export const subjectOf = ({ id }: CommandOperation): string =>
  id
    .replace(/^(get|list)(?=[A-Z])/, '')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase();

/** Returns the command name of an operation: `brands` for `listBrands`. */
export const commandName = (operation: CommandOperation): string =>
  SHORT_NAMES[operation.id] ?? subjectOf(operation).replaceAll(' ', '-');

/** Returns a command's arguments for usage messages: `BRAND MODEL`. */
export const argumentsOf = ({ inputs }: CommandOperation): string =>
  inputs.map(({ name }) => name.toUpperCase()).join(' ');
