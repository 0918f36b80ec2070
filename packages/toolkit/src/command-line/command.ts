import { type Argument, Command as Base, type HelpContext, type Option } from 'commander';
import { Input, parserOf } from './input.ts';
import { got } from './suggest.ts';
import { commandMissing, usageError } from './usage.ts';

/** Returns the errors in combinations of options and arguments, one line per error. */
export type OptionsCheck = (command: Command) => readonly string[] | Promise<readonly string[]>;

/**
 * A commander command whose messages do not repeat values that may be secrets. It rejects a repeated flag, an empty value,
 * and a value that begins with a dash without a preceding `=`, and reports all invalid values together.
 */
export class Command extends Base {
  /** The typed command line. Only the input of the root is used. */
  input: Input = new Input([]);
  private readonly checks: OptionsCheck[] = [];

  constructor(name?: string) {
    super(name);
    this.configureHelp({ showGlobalOptions: true });
    this.configureOutput({ outputError: () => undefined });
    this.throwUsageErrors();
  }

  get root(): Command {
    return (this.parent as Command | null)?.root ?? this;
  }

  /** Prints a line on standard error, after the program name and with masked secrets. */
  say(line: string): void {
    if (this.parent) this.root.say(line);
  }

  /** @param run returns the exit code; undefined means 0 */
  // biome-ignore lint/suspicious/noExplicitAny: as commander declares it
  override action(run: (this: this, ...args: any[]) => unknown): this {
    // biome-ignore lint/suspicious/noExplicitAny: as commander declares it
    return super.action(async (...args: any[]) => {
      this.root.input.result = await run.apply(this, args);
    });
  }

  /** Adds a check that runs before the action; its errors are reported with the invalid values. */
  check(find: OptionsCheck): this {
    this.checks.push(find);
    return this;
  }

  /** Returns the errors that the checks of this command and its parent commands find. */
  async findFaults(): Promise<string[]> {
    const above = (await (this.parent as Command | null)?.findFaults()) ?? [];
    const own = await Promise.all(this.checks.map((find) => find(this)));
    return [...above, ...own.flat()];
  }

  override addOption(option: Option): this {
    const { long: flag = '', envVar: variable = '', required, optional } = option;
    let isTyped = false;
    this.on(`option:${option.name()}`, () => {
      isTyped = true;
      this.root.input.note(option);
    });
    this.on(`optionEnv:${option.name()}`, () => {
      isTyped = false;
    });
    if (required || optional) {
      const parse = parserOf(option);
      option.argParser((value: string, previous: unknown) => {
        const { input } = this.root;
        if (!isTyped) return value && input.read(variable, () => parse(value, previous));
        return input.read(flag, () => {
          input.rejectDash(flag, value);
          return parse(value, previous);
        });
      });
    }
    super.addOption(option);
    return this.on(`optionEnv:${option.name()}`, () => this.readVariable(option));
  }

  override addArgument(argument: Argument): this {
    const parse = parserOf(argument);
    argument.argParser((value: string, previous: unknown) =>
      this.root.input.read(argument.name(), () => parse(value, previous)),
    );
    return super.addArgument(argument);
  }

  override help(context?: HelpContext | ((text: string) => string)): never {
    // commander calls this method if a command is missing, or if the command in `help NAME` does not exist.
    if (typeof context === 'object' && context.error) throw this.rejected(commandMissing(this));
    return super.help();
  }

  override createCommand(name?: string): Command {
    return new Command(name);
  }

  override copyInheritedSettings(source: Base): this {
    super.copyInheritedSettings(source);
    return this.throwUsageErrors();
  }

  private throwUsageErrors(): this {
    return this.exitOverride((error) => {
      throw this.rejected(usageError(this, error));
    });
  }

  /** Records the command whose help the user should read. */
  private rejected(error: Error): Error {
    this.root.input.command = this;
    return error;
  }

  /** Corrects values from the environment: an empty variable is treated as not set, and a switch must be true or false. */
  private readVariable(option: Option): void {
    const { required, optional, envVar: variable = '', defaultValue, negate } = option;
    const name = option.attributeName();
    const text = process.env[variable] ?? '';
    if (text === '') this.setOptionValueWithSource(name, defaultValue ?? (negate || undefined), 'default');
    else if (!required && !optional) {
      this.setOptionValueWithSource(name, text === 'true', 'env');
      if (!['true', 'false'].includes(text)) {
        this.root.input.faults.push(`${variable}: expected true or false, ${got(text)}`);
      }
    }
  }
}
