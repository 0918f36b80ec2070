import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type Document,
  type DocumentedOperation,
  operationTable,
  readOperations,
  wireUrl,
  wireUrls,
} from '@vehicle-lookup/openapi';
import { type Contract, readContract } from '../contract/contract.ts';
import { siteHeader, siteMenu } from '../site/frame.ts';
import { PATHS } from '../site/links.ts';
import { navigationOf } from '../site/navigation.ts';
import { forRedoc } from './projection.ts';
import { type ReferenceParts, takeApart } from './take-apart.ts';

/** Where the template leaves room for the header of the site. */
const HEADER = '<!-- site header -->';

const home = join(import.meta.dirname, '../..');
const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');

/**
 * Renders a document as a page, with the files that it loads.
 * @param source file of the bundled document, in JSON
 * @throws when the file is missing or not a document, or Redocly rejects it; the message is meant for a user
 */
export function renderReference(source: string): ReferenceParts {
  if (!existsSync(source)) {
    throw new Error(`${source} is missing: expected what spec/build.ts makes. Run \`pnpm build\`.`);
  }
  try {
    const document = JSON.parse(readFileSync(source, 'utf8')) as Document;
    const page = redoc(withCredentials(document, wireUrls(withContents(forRedoc(document)))));
    return takeApart(page.replace(HEADER, () => headerOf(readContract(document))));
  } catch (error) {
    throw new Error(`${source} cannot be rendered: ${(error as Error).message.trim()}`);
  }
}

/** The header of the site with the heading of the view, which a script keeps true. Redoc takes the fragment of the address for itself. */
function headerOf(contract: Contract): string {
  const { markup } = siteHeader(contract, PATHS.reference);
  const heading = '<h1 id="reference-title">Reference</h1>';
  const menu = siteMenu(navigationOf(contract, []), PATHS.reference, []);
  return `${markup.replace('#content', '#reference-title').replace('</header>', `${heading}\n</header>`)}\n${menu.markup}`;
}

function redoc(document: Document): string {
  const directory = mkdtempSync(join(tmpdir(), 'docs-'));
  const [input, output] = [join(directory, 'openapi.json'), join(directory, 'index.html')];
  const { title = 'API', summary = '' } = (document.info ?? {}) as { title?: string; summary?: string };
  const template = ['--template', 'src/reference/template.hbs', '--templateOptions.metaDescription', summary];
  try {
    writeFileSync(input, JSON.stringify(document));
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        redocly,
        'build-docs',
        input,
        '--inlineBundle',
        '--title',
        `${title}: interface`,
        '--output',
        output,
        ...template,
      ],
      {
        cwd: home,
        encoding: 'utf8',
        env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' },
      },
    );
    if (status !== 0 || !existsSync(output)) throw new Error(withoutBanner(stderr));
    return readFileSync(output, 'utf8');
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Redocly draws a box of news around its first lines; what is wrong stands below it. */
const withoutBanner = (stderr: string): string =>
  stderr
    .split('\n')
    .filter((line) => line.trim() && !/[╔║╚]/.test(line))
    .join('\n');

/**
 * Lists all operations with their addresses ahead of the document's introduction: Redoc's menu shows neither before it is
 * opened.
 * @param document the bundled document; it is not changed
 */
function withContents(document: Document): Document {
  const rows = readOperations(document).map((operation) => {
    return `| ${link(operation)} | \`${operation.method.toUpperCase()} ${withAccess(document, wireUrl(document, operation))}\` |`;
  });
  const table = ['| Operation | Request |', '| --- | --- |', ...rows].join('\n');
  // Redoc draws a group of operations when it is opened: neither the browser's search nor a print has the others.
  const whole = `To search or print everything: [all operations on one page](${PATHS.all}).`;
  const description = [table, whole, document.info?.description ?? ''].join('\n\n');
  return { ...document, info: { ...document.info, description } };
}

/** The address that a reader has to send: with the credentials, which belong to every request. */
export function withAccess(document: Document, address: string): string {
  const [path = '', query] = address.split('?');
  const access = operationTable(document).credentials.map((name) => `${name}={${name}}`);
  return `${path}?${[...access, ...(query ? [query] : [])].join('&')}`;
}

/** Gives every path of what Redoc shows its credentials. */
const withCredentials = (document: Document, shown: Document): Document => ({
  ...shown,
  paths: Object.fromEntries(
    Object.entries(shown.paths ?? {}).map(([address, item]) => [withAccess(document, address), item]),
  ),
});

/** Redoc's address of an operation within the page is `#/<tag>/<operationId>`, in lower case. */
function link({ id, node: { summary, operationId, tags = [] } }: DocumentedOperation): string {
  const place = [tags[0], operationId].map((part = '') => part.toLowerCase().replaceAll(/[^\p{L}\p{N}_]+/gu, '-'));
  return `[${summary ?? id}](#/${place.join('/')})`;
}
