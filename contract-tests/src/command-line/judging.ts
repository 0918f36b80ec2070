import { Option } from '@vehicle-lookup/command-line';

/** @param fallback what holds without the option */
export const assumptionsOption = (fallback: string): Option =>
  new Option(
    '--assumptions <MODE>',
    `report: a contradicted assumption is reported; enforce: it fails the run (default: ${fallback})`,
  ).choices(['report', 'enforce']);

export const strictOption = (): Option =>
  new Option('--strict', 'members that the document does not mention fail the run');
