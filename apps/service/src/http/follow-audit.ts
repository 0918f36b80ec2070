import type { Audit, AuditEvent } from '../accounts/audit.ts';

const INTERVAL_MS = 5_000;

/**
 * Logs what commands change while the service runs. With several instances each of them logs it.
 * @returns a function that ends it
 */
export async function followAudit(
  audit: Pick<Audit, 'events'>,
  onEvent: (event: AuditEvent) => void,
  intervalMs: number = INTERVAL_MS,
): Promise<() => void> {
  let last = (await audit.events()).at(-1)?.id ?? 0;
  const look = async (): Promise<void> => {
    for (const event of await audit.events(last)) {
      onEvent(event);
      last = event.id;
    }
  };
  // A store that fails says so elsewhere.
  const timer = setInterval(() => look().catch(() => undefined), intervalMs).unref();
  return () => clearInterval(timer);
}
