/** The message that a server sends over the channel when it is ready. */
export interface Ready {
  /** Base URL of the server. */
  ready: string;
  [more: string]: unknown;
}

/**
 * Reports to the parent process, if there is a channel, that the server is ready. A signal that arrives after the message
 * is never lost. `stopsOnHangUp`: whether the end of the terminal (SIGHUP) stops the server; default: true.
 * @returns when the server should stop: after SIGINT, SIGTERM or SIGHUP, or when the parent closes the channel or ends
 */
export function readyUntilStopped(
  message: Ready,
  { stopsOnHangUp = true }: { stopsOnHangUp?: boolean } = {},
): Promise<void> {
  // The parent has ended before this process was ready.
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
