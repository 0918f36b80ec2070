import { wireUrl } from '@vehicle-lookup/openapi';
import { markup } from '@vehicle-lookup/toolkit/markup';
import type { Contract } from '../contract/contract.ts';
import { deprecationText } from '../contract/deprecation.ts';
import { operationTitle } from '../contract/requests.ts';
import { bullets, code, table, to } from '../markdown/write.ts';
import type { SitePage } from '../page.ts';
import type { Site } from '../site.ts';
import { operationBody } from './operation.ts';

/** Returns a table of the operations with their requests. */
export const operationTable = ({ document, operations, table: { credentials, method } }: Contract): string =>
  table(
    ['Operation', `Request, without ${credentials.join(' and ')}`],
    operations.map((operation) => [
      [to(`operations/${operation.id}`, operationTitle(operation)), code(operation.id), deprecationText(operation.node)]
        .filter(Boolean)
        .join(' '),
      code(`${method} ${wireUrl(document, operation)}`),
    ]),
  );

export const operationsPage = (contract: Contract): SitePage => ({
  path: 'operations/index',
  title: 'Operations',
  label: 'All operations',
  description: 'Each operation with its request.',
  keywords: { '': ['operations', 'selector'] },
  body: [
    `Every operation is a GET request to the same path. The query parameters select the operation. To search or print everything, open ${to('operations/all', 'all operations on one page')}.`,
    operationTable(contract),
  ],
});

/** Returns one page with all operations. Ids begin with the operation, and headings are one level lower. */
export function allOperationsPage(site: Site): SitePage {
  const { operations } = site.contract;
  const articles = operations.map((operation) => {
    const { id } = operation;
    const html = operationBody(site, operation, false)
      .html(new Set())
      .markup.replaceAll(/ id="/g, ` id="${id}.`)
      .replaceAll(/ href="#/g, ` href="#${id}.`)
      .replaceAll(/<(\/?)h([2-5])/g, (_, slash, level) => `<${slash}h${Number(level) + 1}`);
    const title = markup`<h2 id="${id}"><a class="self" href="#${id}">${operationTitle(operation)}</a></h2>`;
    return markup`<article>${title}\n${{ markup: html }}</article>\n`;
  });
  return {
    path: 'operations/all',
    title: 'All operations',
    description: 'All operations on one page, for searching and printing.',
    keywords: { '': ['print'] },
    isWide: true,
    body: [
      bullets(operations.map((operation) => `[${operationTitle(operation)}](#${operation.id})`)),
      { html: () => markup`${articles}` },
    ],
  };
}
