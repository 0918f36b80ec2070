/** The message that a server sends over the IPC channel when it is ready. */
export interface Ready {
  /** Base URL of the server. */
  ready: string;
  [more: string]: unknown;
}

/**
 * Reports to the parent process that the server is ready, if there is an IPC channel, and waits until the server must stop. A
 * signal after the message is never lost. `stopsOnHangUp` sets whether a closed terminal (SIGHUP) stops the server; default:
 * true.
 * @returns a promise that resolves after SIGINT, SIGTERM or SIGHUP, or when the parent closes the channel or ends
 */
export function readyUntilStopped(
  message: Ready,
  { stopsOnHangUp = true }: { stopsOnHangUp?: boolean } = {},
): Promise<void> {
  // The parent ended before this process was ready.
  if (process.connected === false) return Promise.resolve();
  const stopped = new Promise<void>((resolve) => {
    for (const event of ['SIGINT', 'SIGTERM', 'disconnect', ...(stopsOnHangUp ? ['SIGHUP'] : [])]) {
      process.once(event as NodeJS.Signals, () => resolve());
    }
  });
  // An error means that the parent has closed the channel: `disconnect` follows.
  process.send?.(message, undefined, undefined, () => undefined);
  // An open channel would keep the process alive.
  return stopped.finally(() => process.connected && process.disconnect());
}
