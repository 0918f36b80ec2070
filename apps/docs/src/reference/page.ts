import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type Document,
  type DocumentedOperation,
  readOperations,
  trueAddress,
  trueAddresses,
} from '@vehicle-lookup/document';
import { defaultAddress, readContract } from '../model/contract.ts';
import { samplesOf } from '../model/samples.ts';
import { sampleRequest } from '../pages/sample-request.ts';
import { siteHeader } from '../site/frame.ts';
import { PATHS } from '../site/links.ts';
import { forRedoc } from './projection.ts';
import { selfContained } from './self-contained.ts';

/** Where the template leaves room for the header of the site. */
const HEADER = '<!-- site header -->';

const home = join(import.meta.dirname, '../..');
const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');

/**
 * Renders a document as one self-contained page.
 * @param source file of the bundled document, in JSON
 * @returns the page, HTML
 * @throws when the file is missing or not a document, or Redocly refuses it; the message is meant for a user
 */
export function renderReference(source: string): string {
  if (!existsSync(source)) {
    throw new Error(`${source} is missing: expected what spec/build.ts makes. Run \`pnpm build\`.`);
  }
  try {
    const document = JSON.parse(readFileSync(source, 'utf8')) as Document;
    const page = redoc(trueAddresses(withContents(withSamples(forRedoc(document)))));
    const { title = 'API', version = '' } = document.info ?? {};
    return selfContained(page.replace(HEADER, () => headerOf({ title, version })));
  } catch (error) {
    throw new Error(`${source} cannot be rendered: ${(error as Error).message.trim()}`);
  }
}

/** The header of the site with the heading of the view, which a script keeps true. Redoc takes the fragment of the address for itself. */
function headerOf(contract: { title: string; version: string }): string {
  const { markup } = siteHeader(contract, PATHS.reference);
  const heading = '<h1 id="reference-title">Reference</h1>';
  return markup.replace('#content', '#reference-title').replace('</header>', `${heading}\n</header>`);
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
    return `| ${link(operation)} | \`${operation.method.toUpperCase()} ${trueAddress(document, operation)}\` |`;
  });
  const table = ['| Operation | Request |', '| --- | --- |', ...rows].join('\n');
  return { ...document, info: { ...document.info, description: `${table}\n\n${document.info?.description ?? ''}` } };
}

/** Redoc's address of an operation within the page is `#/<tag>/<operationId>`, in lower case. */
function link({ id, node: { summary, operationId, tags = [] } }: DocumentedOperation): string {
  const place = [tags[0], operationId].map((part = '') => part.toLowerCase().replaceAll(/[^\p{L}\p{N}_]+/gu, '-'));
  return `[${summary ?? id}](#/${place.join('/')})`;
}

/** Gives every operation of a document, which is not changed, the samples of its page. */
function withSamples(document: Document): Document {
  const sampled = structuredClone(document);
  const contract = readContract(sampled);
  const servers = [{ name: 'mock', address: defaultAddress(document) }];
  for (const operation of readOperations(sampled)) {
    const samples = samplesOf(sampleRequest({ contract, servers }, operation));
    const code = samples.map(({ label, language, source }) => ({
      lang: language === 'sh' ? 'Shell' : 'JavaScript',
      label,
      source,
    }));
    Object.assign(operation.node, { 'x-codeSamples': code });
  }
  return sampled;
}
