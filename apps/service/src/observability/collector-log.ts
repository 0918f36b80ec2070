import type { DiagLogger } from '@opentelemetry/api';
import { withoutCredentials } from '../explain.ts';
import type { Logger } from './log.ts';

const MINUTE = 60_000;
/** A collector's answer may stand in it. */
const LONGEST = 200;

/** What OpenTelemetry has to complain of, as lines of the log; one of a kind a minute, as every batch says the same. */
export function collectorLog(log: Logger, now: () => number = Date.now): DiagLogger {
  const said = new Map<string, number>();
  const warn = (text: string): void => {
    const reason = reasonOf(text);
    for (const [kind, at] of said) if (now() - at >= MINUTE) said.delete(kind);
    if (said.has(reason)) return;
    said.set(reason, now());
    log.warn({ reason }, 'traces are not sent as they should be; check the collector and the OTEL_ variables');
  };
  const ignore = () => undefined;
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
}

/** Errors come as the JSON text of their fields, with the stack and whatever the collector said. */
function reasonOf(text: string): string {
  const { message, name, code } = fieldsOf(text);
  const reason = [message || name || text, ...(code ? [`(${code})`] : [])].join(' ');
  return withoutCredentials(reason).split('\n', 1).join('').slice(0, LONGEST);
}

function fieldsOf(text: string): { message?: unknown; name?: unknown; code?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
