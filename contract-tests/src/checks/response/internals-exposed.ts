import type { ContractCheck } from '../check.ts';

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

export const internalsExposed: ContractCheck = {
  code: 'internals-exposed',
  title: 'A body shows an error of the program or of its database',
  explanation: 'A stack trace, or the message of a database or language, stands in the body. It is no vehicle data.',
  clause: 'service.1',
  reading: 'The clause says what responses hold, vehicle data as JSON; the error of a program is none.',
  isSecurity: true,
  isOfAnyBody: true,
  ofResponse: ({ status, body }, { request }) => {
    const text = new TextDecoder().decode(body);
    const [what, pattern] = TRACES.find(([, candidate]) => candidate.test(text)) ?? [];
    if (what === undefined || pattern === undefined) return [];
    return [
      {
        around: text.search(pattern),
        expected: 'a body without the error of a program',
        got: `${what} in the body`,
        next: `Write this text to the log of the service alone, and ${rightAnswer(status, request.status)}.`,
      },
    ];
  },
};

function rightAnswer(status: number, expected: string): string {
  if (expected === '200')
    return 'answer with the data; if the lookup failed, with status 500 and a message of your own';
  return String(status) === expected
    ? `keep the status ${expected}, with a message of your own`
    : `answer this request with status ${expected} and a message of your own`;
}
