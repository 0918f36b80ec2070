import { joinWords } from '@vehicle-lookup/openapi/selectors';
import { type Argument, type Command, InvalidArgumentError, type Option } from 'commander';
import { didYouMean, got } from './suggest.ts';

/** What was typed on one command line, and what is wrong with it. */
export class Input {
  /** Everything that is wrong with values, one line each. */
  readonly faults: string[] = [];
  /** Options that were typed, in contrast to those from the environment. */
  readonly typed: Set<Option> = new Set();
  /** The command that was called, or whose part of the command line is wrong. */
  command: Command | undefined;
  /** What the action returned. */
  result: unknown;
  readonly words: readonly string[];

  constructor(words: readonly string[]) {
    this.words = words;
  }

  /** Notes that an option was typed. */
  note(option: Option): void {
    if (this.typed.has(option) && !option.variadic) this.faults.push(`${option.long} is given twice; once is enough`);
    this.typed.add(option);
  }

  /**
   * Runs the parser of a value and collects its fault instead of throwing, so that --help wins over invalid values.
   * @param name what the fault is about: a flag, an argument, or an environment variable
   */
  read(name: string, parse: () => unknown): unknown {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      this.faults.push(`${name}: ${error.message}`);
      return undefined;
    }
  }

  /** @throws InvalidArgumentError if the value begins with a dash, and was not typed as `--flag=-value` */
  rejectDash(flag: string, value: string): void {
    if (!value.startsWith('-') || value === '-' || this.words.includes(`${flag}=${value}`)) return;
    throw new InvalidArgumentError('expected a value; join a value that begins with a dash to the flag with "="');
  }
}

/** What options and arguments have in common. */
type Declaration = Pick<Option | Argument, 'variadic' | 'argChoices' | 'parseArg' | 'defaultValue'>;

/** The parser of an option or an argument as it is declared, with messages that repeat no value that may be a secret. */
export function parserOf({
  variadic,
  argChoices: choices,
  parseArg,
  defaultValue,
}: Declaration): (value: string, previous: unknown) => unknown {
  // commander's own parser of choices repeats the value.
  const convert = choices ? undefined : parseArg;
  return (value, previous) => {
    if (value === '') throw new InvalidArgumentError('expected a value, got an empty text');
    if (choices && !choices.includes(value)) {
      const hint = didYouMean(value, choices);
      throw new InvalidArgumentError(`expected ${joinWords(choices, 'or')}, ${got(value)}${hint && `; ${hint}`}`);
    }
    if (convert) return convert(value, previous);
    if (!variadic) return value;
    return Array.isArray(previous) && previous !== defaultValue ? [...previous, value] : [value];
  };
}
