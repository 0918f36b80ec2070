import { type DocumentedOperation, jsonOf } from '@vehicle-lookup/openapi';
import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { licenceOf } from '../contract/contract.ts';
import { CONTRACT_FILE_USES, CONTRACT_FILES } from '../contract/contract-files.ts';
import { successesOf } from '../contract/envelopes.ts';
import { ANY_CREDENTIAL, sampleRequest } from '../contract/sample-request.ts';
import { type SampleRequest, samplesOf, variableOf } from '../contract/samples.ts';
import { block } from '../site/code.ts';
import { heading } from '../site/headings.ts';
import { anchor, inline, joined, linksFrom, PATHS } from '../site/links.ts';
import type { Site, SitePage } from '../site.ts';
import { operationTable } from './operations.ts';
import { waysOf } from './ways.ts';

/** The first page: a request that works, and the way to everything else. */
export function startPage(site: Site): SitePage {
  const { contract } = site;
  const links = linksFrom(PATHS.start);
  const operation = firstOperation(site);
  const licence = licenceOf(contract);
  return {
    path: PATHS.start,
    title: contract.title,
    main: markup`<h1>${contract.title}</h1>
<p>${inline(contract.document.info?.summary ?? '')} One path, <code>${contract.table.method} ${contract.table.path}</code>; the parameters choose one of ${contract.operations.length} operations.</p>
${heading(2, 'first-response', 'A first response')}
<p>Paste both into a terminal. ${whoAnswers(site)}</p>
${operation ? firstResponse(site, operation) : markup``}
<p>Typed as above, a key stays in the history of your shell. This line asks for it instead: <code>read -rs ${variableOf('key')} &amp;&amp; export ${variableOf('key')}</code></p>
${heading(2, 'ways', 'What is here for you')}
<dl class="ways">
${waysOf(site).map(({ who, pages }) => markup`<dt>${who}</dt><dd>${joined(pages.map(({ path, text }) => links.to(path, text)))}</dd>\n`)}</dl>
${heading(2, 'operations', 'Operations')}
${operationTable(site, links)}
<p>An error came back: ${links.to(PATHS.errors, 'what it means and what to do')}. The same data in another form: ${links.to(PATHS.envelopes, 'envelopes')}.</p>
${heading(2, 'interface', 'The interface')}
${prose(contract.document.info?.description ?? '', 3)}
${heading(2, 'files', 'The contract as files')}
<dl>
${CONTRACT_FILES.map((file) => markup`<dt>${links.to(file, markup`<code>${file}</code>`)}</dt><dd>${CONTRACT_FILE_USES[file]}</dd>\n`)}</dl>
${licence ? markup`<p>Licence: ${licence}.</p>` : markup``}
<p>As one long page: the ${links.to(PATHS.reference, 'reference')}. For programs that read: ${links.to('llms.txt', markup`<code>llms.txt</code>`)}, and a Markdown page beside each page.</p>
<p>What to install: ${links.to(PATHS.packages, 'packages')}.</p>`,
    entries: [
      {
        title: 'Start',
        path: PATHS.start,
        keywords: [
          'start',
          'credentials',
          'export',
          'getting started',
          'quick start',
          'tutorial',
          'environment variable',
        ],
        text: contract.title,
      },
      {
        title: 'Files of the contract',
        path: PATHS.start,
        keywords: ['openapi', 'download', ...CONTRACT_FILES],
        text: '',
      },
    ],
  };
}

/** Only a mock takes the credentials of the samples as they are. */
function whoAnswers({ contract, servers: [first] }: Site): Markup {
  const names = contract.table.credentials.join(' and ');
  const address = markup`<code>${first?.address ?? ''}</code>`;
  return first?.name === 'mock'
    ? markup`They ask the mock at ${address}, which knows no accounts: it takes every ${names} that is not empty. If nothing answers there, start it: <code>npx @vehicle-lookup/mock</code>. With a key of your own, put your service's address and your account instead of these.`
    : markup`The server ${first?.name ?? ''} at ${address} needs an account: put your own ${names} instead of <code>${ANY_CREDENTIAL}</code>.`;
}

function firstResponse(site: Site, operation: DocumentedOperation): Markup {
  const request = sampleRequest(site, operation);
  const fromEnvironment: SampleRequest = {
    ...request,
    address: '',
    credentials: request.credentials.map(({ name }) => ({ name, value: undefined })),
  };
  const curl = samplesOf(fromEnvironment)[0]?.source ?? '';
  const variables = [
    ['BASE_URL', request.address],
    ...request.credentials.map(({ name, value = ANY_CREDENTIAL }) => [name, value]),
  ];
  const exports = variables.map(([name = '', value]) => `export ${variableOf(name)}='${value}'`).join('\n');
  const paste = curl.replace(request.path, `"$${variableOf('BASE_URL')}${request.path}"`);
  const example = bodyOf(operation);
  return markup`<div data-pastes>
${block(exports, 'First paste', 'sh')}
${block(paste, 'Second paste', 'sh')}
</div>
${block(JSON.stringify(example, null, 2), 'The response', 'json')}`;
}

const bodyOf = (operation: DocumentedOperation): unknown => {
  const [success] = successesOf(operation);
  return success && jsonOf(success)?.examples[0]?.value;
};

/** The operation without a selector, with which a reader begins; else the one with the shortest response. */
function firstOperation({ contract }: Site): DocumentedOperation | undefined {
  const length = (one: DocumentedOperation) => JSON.stringify(bodyOf(one) ?? null).length;
  const plain = contract.operations.find(({ parameters }) =>
    parameters.every(({ selector }) => selector === undefined),
  );
  return plain ?? contract.operations.toSorted((a, b) => length(a) - length(b))[0];
}

/**
 * A text of the document with its headings, paragraphs and flat lists; inside of them what `inline` knows.
 * @param level of the headings `## …`
 */
function prose(text: string, level: 2 | 3): Markup {
  const blocks = text.trim().split(/\n\s*\n|(?<=^#.*)\n/m);
  return markup`${blocks.map((block) => {
    const [, title] = /^#+ (.*)/.exec(block) ?? [];
    if (title !== undefined) return markup`${heading(level, anchor(title.toLowerCase()), inline(title))}\n`;
    const items = block.split(/^(?:- |\d+\. )/m);
    if (items[0] !== '') return markup`<p>${inline(block)}</p>\n`;
    const list: Markup = { markup: block.startsWith('-') ? 'ul' : 'ol' };
    return markup`<${list}>${items.slice(1).map((item) => markup`<li>${inline(item)}</li>`)}</${list}>\n`;
  })}`;
}
