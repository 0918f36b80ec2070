import type { DiagLogger } from '@opentelemetry/api';
import { operationTable } from '@vehicle-lookup/operations';
import { maskCredentials } from '@vehicle-lookup/secrets';
import type { Logger } from './log.ts';
import { onceAMinute } from './once-a-minute.ts';

/** It may contain the collector's reply. */
const LONGEST = 200;

/** Logs OpenTelemetry's complaints; each kind once a minute, because every batch repeats it. */
export function collectorLog(log: Logger, now: () => number = Date.now): DiagLogger {
  const isNew = onceAMinute(now);
  const warn = (text: string): void => {
    const reason = reasonOf(text);
    if (!isNew(reason)) return;
    log.warn({ reason }, 'traces are not sent as they should be; check the collector and the OTEL_ variables');
  };
  const ignore = () => undefined;
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
}

/** Errors arrive as the JSON text of their fields, with the stack and the collector's reply. */
function reasonOf(text: string): string {
  const { message, name, code } = fieldsOf(text);
  const reason = [message || name || text, ...(code ? [`(${code})`] : [])].join(' ');
  return maskCredentials(operationTable, reason).split('\n', 1).join('').slice(0, LONGEST);
}

function fieldsOf(text: string): { message?: unknown; name?: unknown; code?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
