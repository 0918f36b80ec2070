import { createRequire } from 'node:module';
import { maskSecrets } from '@vehicle-lookup/openapi/secrets';
import { type Command as Base, CommanderError } from 'commander';
import { Command } from './command.ts';
import { explain, printable, screenful, UsageError, UserError, withoutCredentials } from './errors.ts';
import { Input } from './input.ts';
import { SecretOption } from './options.ts';
import { commandPath } from './usage.ts';

/** The settings of a program. */
export interface ProgramSettings {
  version: string;
  /** Returns the currently known secrets, which are masked in every printed line. Values of a SecretOption are also masked. */
  secrets?: () => readonly string[];
  /** Names of credentials, whose values are masked in URLs. */
  credentials?: readonly string[];
  /** The introduction and the exit code for an unexpected error. Default: `it failed`, 1. */
  failure?: { text: string; exitCode: number };
}

/** The root of a command line: a program with commands, or with options only. */
export class Program extends Command {
  private readonly settings: ProgramSettings;

  constructor(name: string, settings: ProgramSettings) {
    super(name);
    this.settings = settings;
    this.version(settings.version, '-V, --version', 'show the version');
    this.hook('preAction', (_, command) => this.begin(command as Command));
  }

  /** Runs the command line of this process and sets its exit code. */
  async main(): Promise<void> {
    process.on('uncaughtException', (error) => process.exit(this.fail(error)));
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      // It is not an error if the reader stops reading, as in `… | head`.
      if (error.code === 'EPIPE') setImmediate(() => process.exit());
      else process.exit(this.fail(new UserError(`the output cannot be written: ${explain(error)}`)));
    });
    process.exitCode = await this.run(process.argv.slice(2));
  }

  /**
   * Runs a command line and prints the error that ends it, if any.
   * @returns the exit code
   */
  async run(words: readonly string[]): Promise<number> {
    this.input = new Input(words);
    try {
      if (words.length === 0 && this.commands.length > 0) {
        this.outputHelp({ error: true });
        return 2;
      }
      this.rejectStrayVersion(words);
      await this.parseAsync(words, { from: 'user' });
      const { result } = this.input;
      return typeof result === 'number' ? result : 0;
    } catch (error) {
      return error instanceof CommanderError ? error.exitCode : this.fail(error);
    }
  }

  /** Rejects a version flag after a command, as in `import FILE --version 7`: it does not request the program version. */
  private rejectStrayVersion(words: readonly string[]): void {
    const [flag] = words.filter((word) => ['-V', '--version'].includes(word));
    const names = new Set(this.commands.flatMap((one) => [one.name(), ...one.commands.map((inner) => inner.name())]));
    const command = words.find((word) => names.has(word));
    if (flag === undefined || command === undefined || words.every((word) => word === flag || names.has(word))) return;
    throw new UsageError(
      `${flag} shows the program version and must precede any command; ${command} has no such option`,
    );
  }

  override say(line: string): void {
    // A secret may contain unprintable characters, so secrets are masked before and after these characters are removed.
    const text = screenful(this.mask(printable(this.mask(line))));
    this.configureOutput().writeErr?.(`${this.name()}: ${text}\n`);
  }

  /** Masks the currently known secrets in a string. */
  mask(text: string): string {
    const { credentials = [], secrets } = this.settings;
    return maskSecrets(withoutCredentials(text, credentials), [...(secrets?.() ?? []), ...optionSecrets(this)]);
  }

  /**
   * Prints an error.
   * @returns its exit code
   */
  fail(error: unknown): number {
    const { text, exitCode } = this.settings.failure ?? { text: 'it failed', exitCode: 1 };
    const isUsage = error instanceof UsageError;
    const message = explain(error, text);
    const end = /[.?!]$/.test(message) ? '' : '.';
    this.say(isUsage ? `${message}${end} See ${commandPath(this.input.command ?? this)} --help` : message);
    if (process.env.VEHICLE_LOOKUP_DEBUG === '1' && error instanceof Error) this.say(error.stack ?? '');
    return error instanceof UserError ? error.exitCode : exitCode;
  }

  /** Rejects invalid input before the action runs and warns about typed secrets. */
  private async begin(command: Command): Promise<void> {
    this.input.command = command;
    const faults = [...this.input.faults, ...(await command.findFaults())];
    if (faults.length > 0) throw new UsageError(faults.join('\n'));
    for (const option of this.input.typed) if (option instanceof SecretOption) this.say(option.warning);
  }
}

/** Returns the values of the secret options of a command and its subcommands. */
const optionSecrets = (command: Base): string[] => [
  ...command.options
    .filter((option) => option instanceof SecretOption)
    .flatMap((option) => [command.getOptionValue(option.attributeName()), process.env[option.envVar ?? '']])
    .filter((value) => typeof value === 'string'),
  ...command.commands.flatMap(optionSecrets),
];

/**
 * Returns the version of a package.
 * @param from `import.meta.url` of a module in the package
 */
export const packageVersion = (name: string, from: string): string =>
  (createRequire(from)(`${name}/package.json`) as { version: string }).version;
