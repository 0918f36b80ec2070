import { operationTable } from '@vehicle-lookup/contract';
import { maskSecrets } from '@vehicle-lookup/openapi/secrets';
import { Command, InvalidArgumentError, Option, wholeNumber } from '@vehicle-lookup/toolkit/command-line';
import { latencyBudgetOf } from '../../plan/latency-budget.ts';
import { profiles } from '../../plan/profile.ts';
import { createPace } from '../../run/pace.ts';
import type { Spending } from '../../run/request-budget.ts';
import { readDuration, readSpendingLimit } from '../../run/spending-limit.ts';
import type { DryRun, VerifyOptions } from '../../verify.ts';
import { addCredentialOptions, credentialsOf, dataArgument, keepSecrets, secrets } from '../credentials.ts';
import { addReportOptions, type ReportOutputOptions } from '../report-options.ts';

type Options = Omit<VerifyOptions, 'credentials'> & ReportOutputOptions & { dryRun?: true; timeout?: number };

const BASE_URL = 'VEHICLE_LOOKUP_BASE_URL';
const count = wholeNumber(0, 999_999_999);

/** Returns a parser that rejects invalid option values and returns valid values unchanged. */
const checkedBy =
  (read: (text: string) => unknown) =>
  (text: string): string => {
    try {
      read(text);
      return text;
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message.replace(/^--[\w-]+: /, ''));
    }
  };

function age(text: string): number {
  const length = readDuration(text);
  if (length === undefined) throw new InvalidArgumentError('expected hours, days or weeks, such as 30d');
  return length;
}

const options: readonly Option[] = [
  new Option(
    '--target <TARGET>',
    'mock: request every declared response with "Prefer"; service: request responses only with input values (default)',
  ).choices(['mock', 'service']),
  new Option(
    '--profile <PROFILE>',
    'smoke: one success for each operation (10 requests); live: also some kinds of invalid requests (25); full, the default: ' +
      'every kind for as many operations as possible, and some assumptions (60); deep: every test case (about 320), for a ' +
      'service of your own; mock: everything, for a mock',
  ).choices(profiles),
  new Option(
    '--data <DATA...>',
    'service data, as a JSON file or NAME=VALUE: parameter values, missing<Name>, accounts named forbidden ' +
      'and exhausted; other values come from earlier responses and from the documented examples',
  ).argParser(dataArgument),
  new Option(
    '--plan-lacks <OPERATIONS>',
    "comma-separated operations that the account's plan does not include: 403 is valid for them",
  ).argParser((text: string) => text.split(',')),
  new Option(
    '--budget <N>',
    'maximum number of requests, or 100/30d for a rolling window (with --ledger); aborts if the plan needs more',
  ).argParser(checkedBy((text) => readSpendingLimit(text, '--budget'))),
  new Option('--consultations <N>', 'maximum number of consultations (charged successes)').argParser(
    checkedBy((text) => readSpendingLimit(text, '--consultations')),
  ),
  new Option('--ledger <FILE>', 'apply the limits across runs; each request is counted before it is sent'),
  new Option('--history <DIR>', 'store run results; without --seed, a run starts with the requests sent longest ago'),
  new Option('--max-age <AGE>', 'mark older results as stale, for example 30d (requires --history)').argParser(age),
  new Option(
    '--max-latency <BUDGET>',
    'latency budget for successes, such as p95=800ms; exceeding it is a warning, which fails the run with --strict',
  ).argParser(checkedBy((text) => latencyBudgetOf(text, 'service'))),
  new Option('--known <FILE>', 'findings that do not fail the run: JSON list of fingerprint, reason, owner, expires'),
  new Option('--label <TEXT>', 'name of the target in the report'),
  new Option('--timeout <SECONDS>', 'time limit per request (default: 10)').argParser(wholeNumber(1, 600)),
  new Option(
    '--seed <N>',
    'choose between equally ranked requests; the same seed gives the same requests (default: 1)',
  ).argParser(count),
  new Option('--record <FILE>', 'write all requests and responses to a HAR 1.2 file; credentials are masked'),
  new Option('--rate <RATE>', 'maximum request rate: 5/s or 100/min').argParser(checkedBy(createPace)),
  new Option('--dry-run', 'print the plan and the remaining budget without sending requests'),
];

const verify = addCredentialOptions(
  new Command('verify')
    .summary('Verify a service.')
    .description('Verifies a service, or a mock: every operation, declared status and envelope, and the assumptions.')
    .addOption(new Option('--base-url <URL>', "the service's base URL, without the document's path").env(BASE_URL))
    .check((invoked) => (invoked.opts().baseUrl ? [] : [`--base-url is missing; give it, or set ${BASE_URL}`]))
    .check((invoked) => {
      const { history, maxAge } = invoked.opts<Options>();
      return maxAge !== undefined && history === undefined ? ['--max-age requires --history DIR'] : [];
    }),
);
for (const option of options) verify.addOption(option);

export const command: Command = addReportOptions(verify, 'report for a service, enforce for a mock').action(
  async (given: Options, invoked) => {
    const { timeout, profile, target = profile === 'mock' ? 'mock' : 'service' } = given;
    const credentials = credentialsOf(invoked);
    const timeoutMs = timeout === undefined ? {} : { timeoutMs: timeout * 1000 };
    const options: VerifyOptions = { ...given, ...timeoutMs, target, credentials };
    keepSecrets([...operationTable.secrets.flatMap((name) => credentials[name] ?? []), ...accountTexts(options)]);
    if (given.dryRun) return printPlan(options, given.json === true);
    const { outputReport, tryOutput } = await import('../output.ts');
    tryOutput(given);
    const { verifyContract } = await import('../../verify.ts');
    return outputReport(verifyContract({ ...options, signal: stopSignal(), onProgress: progress() }), given, invoked);
  },
);

/** Ends the run, not the process, on an operating-system signal. The findings are still reported. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  return stop.signal;
}

/** Shows the progress of a run on a terminal. */
function progress(): (sent: number, planned: number) => void {
  const { stderr } = process;
  return (sent, planned) => {
    if (stderr.isTTY) stderr.write(`\r${sent} of ${planned} requests${sent >= planned ? '\n' : ''}`);
  };
}

/** Returns the strings of other accounts in the data, because their keys are also secrets. */
const accountTexts = ({ data = {} }: VerifyOptions): string[] =>
  Object.values(data).flatMap((account) =>
    typeof account === 'object' && account !== null
      ? Object.values(account).filter((text) => typeof text === 'string')
      : [],
  );

async function printPlan(options: VerifyOptions, isJson: boolean): Promise<void> {
  const [{ planContract }, { userError }] = await Promise.all([import('../../verify.ts'), import('../output.ts')]);
  const plan = await planContract(options).catch((error: unknown) => {
    throw userError(error);
  });
  process.stdout.write(maskSecrets(isJson ? `${JSON.stringify(plan, undefined, 2)}\n` : planText(plan), secrets()));
}

function planText({ cases, spending: { consultations, ...requests } }: DryRun): string {
  const leftOf = ({ budget, left = 0, planned }: Spending['consultations'], text: string): string[] =>
    budget === undefined ? [] : [`${left - planned} of ${text}`];
  const rest = [
    ...leftOf(requests, `the budget of ${requests.budget}`),
    ...leftOf(consultations, `${consultations.budget} consultations`),
  ];
  const after = rest.length === 0 ? '' : `; remaining after the run: ${rest.join(' and ')}`;
  return [
    ...cases.map(
      ({ id, request = 'made from an earlier response', status, rests }) => `${id}: ${request} → ${status}, ${rests}`,
    ),
    `${cases.length} requests are planned, of which ${consultations.planned} are charged${after}`,
    '',
  ].join('\n');
}
