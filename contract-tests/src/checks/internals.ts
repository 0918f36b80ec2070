import type { Breach } from './breach.ts';

/** What programs and databases write of themselves: error codes, traces, places in their code. */
const TRACES: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    'a database error',
    /SQLSTATE\[|\bORA-\d{5}\b|\bSQL syntax\b|\bpsycopg2?\b|\bSqlException\b|\bsqlite3?\.\w*Error|\bPDOException\b|ER_[A-Z]+_ERROR/i,
  ],
  [
    'a database error',
    /\b(duplicate key value violates|relation "[^"]*" does not exist|no such (table|column):|Unknown column ')/i,
  ],
  [
    'a stack trace',
    /Traceback \(most recent call last\)|^\s+at .+\(.+:\d+(:\d+)?\)|\\n\s+at .+\(.+:\d+|\bjava\.(lang|sql|io)\.\w+|goroutine \d+ \[/m,
  ],
  [
    'an error of its language',
    /\b(Fatal error|Notice|Warning|Deprecated):? .* (in|on) .*\.php\b|Uncaught (Error|\w*Exception)|System\.\w*Exception\b/,
  ],
];

/** Looks for the errors of a program or database in the text of a body. */
export function internalsExposed(body: Uint8Array): Breach[] {
  const text = new TextDecoder().decode(body);
  const [what] = TRACES.find(([, pattern]) => pattern.test(text)) ?? [];
  if (what === undefined) return [];
  const next = 'Catch the error in the service, and answer with the documented error for it.';
  return [{ code: 'internals-exposed', expected: 'a body of the interface alone', got: `${what} in the body`, next }];
}
