import { jsonOf, member } from '@vehicle-lookup/openapi';
import { ownText } from '../content/variables.ts';
import { CONTRACT_FILE_USES } from '../contract/contract-files.ts';
import { successesOf } from '../contract/envelopes.ts';
import { ANY_CREDENTIAL, sampleRequest } from '../contract/requests.ts';
import { samplesOf, shellWord, variableOf } from '../contract/samples.ts';
import { blocks, bullets, code, fence, json, table, to } from '../markdown/write.ts';
import type { SitePage } from '../page.ts';
import type { Site } from '../site.ts';
import { operationTable } from './operations.ts';

/**
 * Returns the first page: a request that works, and links to the other pages.
 * @param pages all other pages
 */
export function startPage(site: Site, pages: readonly SitePage[]): SitePage {
  const { contract } = site;
  const { summary = contract.title, description = '' } = contract.document.info ?? {};
  const licence = member(member(contract.document.info, 'license'), 'name');
  const text = ownText(site, 'start', {
    summary: () => summary,
    'first-response': () => firstResponse(site),
    'ask-key': () => code(`read -rs ${variableOf('key')} && export ${variableOf('key')}`),
    readers: () => readers(pages),
    'operation-table': () => operationTable(contract),
    interface: () => description.replaceAll(/^#+ /gm, '### '),
    files: () => bullets(Object.entries(CONTRACT_FILE_USES).map(([file, use]) => `${to(file, code(file))}: ${use}`)),
    licence: () => (licence ? `Licence: ${licence}.` : ''),
  });
  return {
    path: 'index',
    title: contract.title,
    label: 'Overview',
    description: summary,
    keywords: {
      access: ['authenticate', 'authentication', 'auth', 'api key', 'login', 'bearer'],
      start: ['base url', 'url', 'sign up'],
      limits: ['cost', 'price', 'billing', 'free'],
      '': ['start', 'credentials', 'export', 'getting started', 'quick start', 'tutorial', 'environment variable'],
      files: ['openapi', 'download', ...Object.keys(CONTRACT_FILE_USES)],
    },
    body: [text],
  };
}

const READERS: readonly [task: string, ...paths: string[]][] = [
  ['Call the API', 'guides/from-a-vin', 'guides/numbers-and-empty-strings', 'guides/errors-and-retries', 'try'],
  ['Limit the cost', 'guides/caching-and-the-allowance', 'guides/testing-without-paying'],
  ['Protect the key', 'guides/keeping-the-key-safe'],
  ['Handle an error', 'errors'],
  ['Provide the API', 'implement', 'packages/service', 'guides/verifying-a-service-in-ci', 'verification'],
  ['Review the contract', 'assumptions', 'clauses', 'changes', 'packages/gate'],
];

/** Returns a table of the pages for each task. Pages that do not exist on this site are omitted. */
function readers(pages: readonly SitePage[]): string {
  const rows = READERS.map(([task, ...paths]) => {
    const found = paths.flatMap((path) => pages.find((page) => page.path === path) ?? []);
    return [task, found.map(({ path, title }) => to(path, title)).join(', ')];
  });
  return table(
    ['Task', 'Pages'],
    rows.filter(([, links]) => links !== ''),
  );
}

/** Returns the steps before the first request. Only a mock accepts the credentials in the samples. */
function serverSteps({ contract, servers: [first] }: Site, exports: string): string[] {
  const names = contract.table.credentials.join(' and ');
  const address = code(first?.address ?? '');
  const mock = `Start the mock, unless it is already running at ${address}. The mock has no accounts, and accepts any non-empty ${names}.`;
  const settings =
    'In another terminal, set the URL and the credentials. To call a service, replace them with your own.';
  const account = `Set the URL and the credentials. The server ${first?.name ?? ''} at ${address} requires an account. Replace ${code(ANY_CREDENTIAL)} with your own ${names}.`;
  const send = 'Send a request. The service returns the response below.';
  return first?.name === 'mock'
    ? [
        `**1.** ${mock}`,
        fence('npx @vehicle-lookup/mock', 'sh'),
        `**2.** ${settings}`,
        fence(exports, 'sh'),
        `**3.** ${send}`,
      ]
    : [`**1.** ${account}`, fence(exports, 'sh'), `**2.** ${send}`];
}

/** Returns the commands and the response for the operation without a selector. */
function firstResponse(site: Site): string {
  const { operations } = site.contract;
  const operation =
    operations.find(({ parameters }) => parameters.every(({ selector }) => selector === undefined)) ?? operations[0];
  if (!operation) return '';
  const request = sampleRequest(site, operation);
  const [curl] = samplesOf({ ...request, address: '' });
  const setting = (name: string, value: string): string => `export ${variableOf(name)}=${shellWord(value)}`;
  const credentials = request.credentials.map(({ name }) => setting(name, ANY_CREDENTIAL));
  const exports = [setting('BASE_URL', request.address), ...credentials].join('\n');
  const command = curl?.source.replace(request.path, `"$${variableOf('BASE_URL')}${request.path}"`) ?? '';
  const [success] = successesOf(operation);
  return blocks(
    ...serverSteps(site, exports),
    fence(command, 'sh'),
    json(success && jsonOf(success)?.examples[0]?.value),
  );
}
