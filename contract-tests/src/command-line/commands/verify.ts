import { Command, Option, wholeNumber } from '@vehicle-lookup/command-line';
import { operationTable } from '@vehicle-lookup/operations';
import { maskSecrets } from '@vehicle-lookup/selectors';
import { profiles } from '../../plan/profile.ts';
import { type DryRun, planContract, type VerifyOptions, verifyContract } from '../../verify.ts';
import { addCredentialOptions, credentialsOf, warnOfTypedSecrets } from '../credentials.ts';
import { dataArgument } from '../data-argument.ts';
import { assumptionsOption, strictOption } from '../judging.ts';
import { jsonOption, type OutputOptions, outputReport, reportDirOption, tryOutput, userError } from '../output.ts';
import { addSecrets, secrets } from '../secrets.ts';

type Options = Omit<VerifyOptions, 'credentials'> & OutputOptions & { dryRun?: true };

const BASE_URL = 'VEHICLE_LOOKUP_BASE_URL';
const count = wholeNumber(0, 999_999_999);

export const command: Command = addCredentialOptions(
  new Command('verify')
    .summary('Verify a service.')
    .description('Verifies a service, or a mock: every operation, declared status and envelope, and the assumptions.')
    .addOption(new Option('--base-url <URL>', "the service's base address, without the document's path").env(BASE_URL))
    .check((own) => (own.opts().baseUrl ? [] : [`--base-url is missing; give it, or set ${BASE_URL}`])),
  operationTable,
)
  .addOption(
    new Option(
      '--target <TARGET>',
      'mock: ask for every declared reply by "Prefer"; service: by input alone (default)',
    ).choices(['mock', 'service']),
  )
  .addOption(
    new Option(
      '--profile <PROFILE>',
      'smoke: a success of every operation, 10 requests; live: also every kind of wrong request that a clause speaks of, 24; ' +
        'full: in as many operations as possible, and some assumptions, 60 (default); deep: everything, about 300, for a ' +
        'service of your own; mock: everything, of a mock',
    ).choices(profiles),
  )
  .addOption(
    new Option(
      '--data <DATA...>',
      'what the service knows, a JSON file or NAME=VALUE: values of parameters, missing<Name>, accounts named forbidden ' +
        'and exhausted; otherwise values come from earlier replies and from the documented examples',
    ).argParser(dataArgument),
  )
  .addOption(new Option('--budget <N>', 'the most requests; if more are planned, none is made').argParser(count))
  .addOption(new Option('--ledger <FILE>', 'counts requests of all runs against the budget, each before it is made'))
  .addOption(
    new Option(
      '--seed <N>',
      'chooses among requests of equal worth; the same seed, the same requests (default: 1)',
    ).argParser(count),
  )
  .addOption(assumptionsOption('report of a service, enforce of a mock'))
  .addOption(strictOption())
  .addOption(new Option('--record <FILE>', 'write all requests and replies to a file, HAR 1.2; credentials are masked'))
  .addOption(new Option('--dry-run', 'print the plan and what it leaves of the budget; send nothing'))
  .addOption(reportDirOption())
  .addOption(jsonOption())
  .action(async ({ json, reportDir, dryRun, ...rest }: Options, own) => {
    const output: OutputOptions = { ...(json ? { json } : {}), ...(reportDir === undefined ? {} : { reportDir }) };
    const target = rest.target ?? (rest.profile === 'mock' ? 'mock' : 'service');
    warnOfTypedSecrets(own, operationTable);
    const credentials = credentialsOf(own, operationTable);
    const options: VerifyOptions = { ...rest, target, credentials };
    addSecrets([...operationTable.secrets.flatMap((name) => credentials[name] ?? []), ...accountTexts(options)]);
    if (dryRun) return printPlan(options, json === true);
    tryOutput(output);
    return outputReport(verifyContract(options), output, own);
  });

/** The data may hold other accounts, with keys of their own. */
const accountTexts = ({ data = {} }: VerifyOptions): string[] =>
  Object.values(data).flatMap((account) =>
    typeof account === 'object' && account !== null
      ? Object.values(account).filter((text) => typeof text === 'string')
      : [],
  );

async function printPlan(options: VerifyOptions, isJson: boolean): Promise<void> {
  const plan = await planContract(options).catch((error: unknown) => {
    throw userError(error);
  });
  process.stdout.write(maskSecrets(isJson ? `${JSON.stringify(plan, undefined, 2)}\n` : planText(plan), secrets()));
}

function planText({ requests, budget, left }: DryRun): string {
  const after = budget === undefined ? '' : `; they leave ${left} of the budget of ${budget}`;
  return [...requests, `${requests.length} requests are planned${after}`, ''].join('\n');
}
