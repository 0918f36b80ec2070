import type { ParseArgsOptionsConfig } from 'node:util';

/** A command of the bin: one file in commands/, found by its name. */
export interface Command {
  /** One line for the list of commands. */
  summary: string;
  /** Positional words after the command's name, `FILE` or `list|set`; empty where it takes none. */
  positionals: string;
  /** Its own flags; `--help`, `--json` and `--data-dir DIR` are there for every command. */
  options: ParseArgsOptionsConfig;
  /** A line for each of its own flags. */
  help: string;
  /** @throws UserError, whose message is printed */
  run(input: CommandInput): Promise<void>;
}

export interface CommandInput {
  /** Words after the command's name. */
  words: string[];
  /** Values of its own flags. */
  flags: Record<string, string | boolean | undefined>;
  dataDir: string;
  /** Print JSON, one value, instead of text. */
  json: boolean;
  /** Prints a value: as JSON when asked for, otherwise as the text. */
  print(value: unknown, text: string): void;
}
