import { unknownOption } from '../call/options.ts';

/** Rejects options that do not exist. @throws VehicleLookupError `invalid_argument` that names the option that was probably meant */
export function checkNames(operation: string, options: object, known: string[]): void {
  for (const name of Object.keys(options)) if (!known.includes(name)) throw unknownOption(operation, name, known);
}
