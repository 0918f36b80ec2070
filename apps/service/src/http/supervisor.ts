import { execFile } from 'node:child_process';

/** Notices in the time after which systemd takes the service for dead. */
const NOTICES = 3;

/**
 * Tells systemd that the service works, if its unit has WatchdogSec. A process whose event loop stands still says nothing,
 * and systemd starts it again.
 * @returns a function that ends the notices
 */
export function notifySupervisor(
  isAlive: () => boolean,
  { NOTIFY_SOCKET, WATCHDOG_USEC }: NodeJS.ProcessEnv = process.env,
): () => void {
  if (!NOTIFY_SOCKET || !(Number(WATCHDOG_USEC) > 0)) return () => undefined;
  // Node.js cannot write to the socket itself, which takes datagrams.
  const notify = () => isAlive() && execFile('systemd-notify', ['WATCHDOG=1'], () => undefined);
  notify();
  const timer = setInterval(notify, Number(WATCHDOG_USEC) / 1_000 / NOTICES).unref();
  return () => clearInterval(timer);
}
