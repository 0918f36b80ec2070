/** What only a shell can do to a program. */
export interface ShellOptions {
  /** Size of the largest file that the program may write, in KiB: a full disk without one. */
  fileSizeLimit?: number;
  /** How many files and connections the program may have open at once. */
  descriptorLimit?: number;
  /** A command that reads the standard output, such as `head -1`. */
  pipeTo?: string;
}

/** The command, run by bash where a limit or a pipe asks for it. */
export function limited(command: readonly string[], options: ShellOptions): readonly string[] {
  const { fileSizeLimit, descriptorLimit, pipeTo } = options;
  const limits = [
    ...(fileSizeLimit === undefined ? [] : [`ulimit -f ${fileSizeLimit}`]),
    ...(descriptorLimit === undefined ? [] : [`ulimit -n ${descriptorLimit}`]),
  ];
  if (limits.length === 0 && pipeTo === undefined) return command;
  const start = pipeTo === undefined ? 'exec "$@"' : `set -o pipefail; "$@" | ${pipeTo}`;
  return ['bash', '--noprofile', '--norc', '-c', [...limits, start].join('; '), 'bash', ...command];
}
