/** A flag: how it is written, and its line in the help text. */
export interface Flag {
  /** What stands for its value; without it the flag takes none. */
  value?: string;
  help: string;
  /** Makes sense only for a batch. */
  batch?: true;
}

/** Flags with a value. */
type Setting = 'base-url' | 'user' | 'key-file' | 'timeout' | 'retries' | 'from' | 'output' | 'concurrency';
/** Flags without one. */
type Switch = 'json' | 'raw' | 'resume' | 'help' | 'version';
export type FlagName = Setting | Switch;

/** What a command line gave. */
export type Flags = { [N in Setting]?: string } & { [N in Switch]?: true };

/** All flags; every command of an operation takes them. */
export const FLAGS: Record<FlagName, Flag> = {
  'base-url': { value: 'URL', help: "the service's base address (VEHICLE_LOOKUP_BASE_URL)" },
  user: { value: 'NAME', help: "the account's user name (VEHICLE_LOOKUP_USER)" },
  'key-file': { value: 'FILE', help: 'a file that holds the key alone (or VEHICLE_LOOKUP_KEY holds it)' },
  timeout: { value: 'SECONDS', help: 'how long one attempt may take (30; 0: without end)' },
  retries: { value: 'N', help: 'attempts after one that failed for want of network or server, or with 429 (2)' },
  json: { help: 'print JSON instead of a table' },
  raw: { help: 'print the whole body as JSON, untidied' },
  from: { value: 'FILE', help: 'one value a line, from a file or - for standard input', batch: true },
  output: { value: 'FILE', help: 'write the lines to a new file instead of standard output (-)', batch: true },
  resume: { help: 'go on with the file of --output: skip what is there, ask again what failed', batch: true },
  concurrency: { value: 'N', help: 'requests at a time (4)', batch: true },
  help: { help: 'this text' },
  version: { help: 'the version' },
};

export const flagNames: FlagName[] = Object.keys(FLAGS) as FlagName[];
