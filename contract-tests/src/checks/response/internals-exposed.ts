import type { ContractCheck } from '../check.ts';
import { readBody } from '../read-body.ts';

/** Error messages from programs and databases: error codes, stack traces and source locations. */
const TRACES: readonly RegExp[] = [
  // Databases.
  /SQLSTATE\[|\bORA-\d{5}\b|\bSQL syntax\b|\bpsycopg2?\b|\bSqlException\b|\bsqlite3?\.\w*Error|\bPDOException\b|ER_[A-Z]+_ERROR/i,
  /\b(duplicate key value violates|relation "[^"]*" does not exist|no such (table|column):|Unknown column ')/i,
  // Stack traces.
  /Traceback \(most recent call last\)|^\s+at .+\(.+:\d+(:\d+)?\)|\\n\s+at .+\(.+:\d+|\bjava\.(lang|sql|io)\.\w+|goroutine \d+ \[/m,
  // Languages.
  /\b(Fatal error|Notice|Warning|Deprecated):? .* (in|on) .*\.php\b|Uncaught (Error|\w*Exception)|System\.\w*Exception\b/,
];

export const internalsExposed: ContractCheck = {
  code: 'internals-exposed',
  title: 'A body exposes an error message from the program or its database',
  explanation: 'The body contains a stack trace, or an error message from a database or programming language.',
  clause: 'service.1',
  reading: 'The clause states that responses contain vehicle data as JSON; a program error is not vehicle data.',
  isSecurity: true,
  isOfAnyBody: true,
  ofResponse: (response, { request }) => {
    const text = readBody(response).text ?? new TextDecoder().decode(response.body);
    const pattern = TRACES.find((candidate) => candidate.test(text));
    if (pattern === undefined) return undefined;
    return {
      around: text.search(pattern),
      expected: 'a body without a program error',
      got: 'an error message from a program or its database in the body',
      next: `Write this text only to the service's log; respond with status ${request.status === '200' ? 500 : request.status} and a message of your own.`,
    };
  },
};
