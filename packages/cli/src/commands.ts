import { CommandError } from './command-error.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.gen.ts';
import { expected, shown } from './suggest.ts';

/** Where the name that follows from the operationId is not what people say. */
export const SHORT_NAMES: Record<string, string> = {
  decodeVin: 'decode',
  decodeVinAll: 'decode-all',
  getOemParts: 'parts',
  getRepairTimes: 'times',
};

/** The command of an operation: `listBrands` is `brands`. */
export const commandName = ({ id }: Operation): string =>
  SHORT_NAMES[id] ??
  id
    .replace(/^(get|list)(?=[A-Z])/, '')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase();

/**
 * The operation that a word asks for, by its command or its operationId.
 * @throws CommandError naming the nearest command
 */
export function findOperation(word: string): Operation {
  const found = operations.find((operation) => operation.id === word || commandName(operation) === word);
  if (found) return found;
  const hint = expected(word, operations.map(commandName));
  throw new CommandError(`there is no command ${shown(word)}; ${hint} See vehicle-lookup --help`);
}
