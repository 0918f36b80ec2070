/** What only a shell can do to a program. */
export interface ShellOptions {
  /** Size of the largest file that the program may write, in KiB: a full disk without one. */
  fileSizeLimit?: number;
  /** A command that reads the standard output, such as `head -1`. */
  pipeTo?: string;
}

/** The command, run by bash where a limit or a pipe asks for it. */
export function limited(command: readonly string[], { fileSizeLimit, pipeTo }: ShellOptions): readonly string[] {
  if (fileSizeLimit === undefined && pipeTo === undefined) return command;
  const limit = fileSizeLimit === undefined ? '' : `ulimit -f ${fileSizeLimit}; `;
  const line = pipeTo === undefined ? 'exec "$@"' : `set -o pipefail; "$@" | ${pipeTo}`;
  return ['bash', '--noprofile', '--norc', '-c', `${limit}${line}`, 'bash', ...command];
}
