import { joinWords } from '@vehicle-lookup/openapi/selectors';
import { type Argument, type Command, InvalidArgumentError, type Option } from 'commander';
import { didYouMean, got } from './suggest.ts';

/** A command line and its errors. */
export class Input {
  /** Errors about values, one line each. */
  readonly faults: string[] = [];
  /** Options that were typed, as opposed to options from the environment. */
  readonly typed: Set<Option> = new Set();
  /** The called command, or the command to which the invalid part of the command line belongs. */
  command: Command | undefined;
  /** The return value of the action. */
  result: unknown;
  readonly words: readonly string[];

  constructor(words: readonly string[]) {
    this.words = words;
  }

  /** Records that an option was typed. */
  note(option: Option): void {
    if (this.typed.has(option) && !option.variadic) this.faults.push(`${option.long} is given twice; give it once`);
    this.typed.add(option);
  }

  /**
   * Runs the parser of a value and collects its error, so that --help takes precedence over invalid values.
   * @param name the flag, argument or environment variable with the value
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

  /** @throws InvalidArgumentError if the value begins with a dash and was not typed as `--flag=-value` */
  rejectDash(flag: string, value: string): void {
    if (!value.startsWith('-') || value === '-' || this.words.includes(`${flag}=${value}`)) return;
    throw new InvalidArgumentError('expected a value; join a value that begins with a dash to the flag with "="');
  }
}

/** The common interface of options and arguments. */
type Declaration = Pick<Option | Argument, 'variadic' | 'argChoices' | 'parseArg' | 'defaultValue'>;

/** Returns the declared parser of an option or argument. Its messages do not repeat values that may be secrets. */
export function parserOf({
  variadic,
  argChoices: choices,
  parseArg,
  defaultValue,
}: Declaration): (value: string, previous: unknown) => unknown {
  // commander's own parser for choices would repeat the value in its message.
  const convert = choices ? undefined : parseArg;
  return (value, previous) => {
    if (value === '') throw new InvalidArgumentError('expected a value, got an empty string');
    if (choices && !choices.includes(value)) {
      const hint = didYouMean(value, choices);
      throw new InvalidArgumentError(`expected ${joinWords(choices, 'or')}, ${got(value)}${hint && `; ${hint}`}`);
    }
    if (convert) return convert(value, previous);
    if (!variadic) return value;
    return Array.isArray(previous) && previous !== defaultValue ? [...previous, value] : [value];
  };
}
