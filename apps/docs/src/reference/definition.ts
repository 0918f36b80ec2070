import type { Document, DocumentedOperation } from '@vehicle-lookup/openapi';
import { isRecord, member, members, readOperations, wireUrl, wireUrls } from '@vehicle-lookup/openapi';
import { sampleRequest } from '../contract/requests.ts';
import { samplesOf } from '../contract/samples.ts';
import { blocks, code, table } from '../markdown/write.ts';
import type { Site } from '../site.ts';
import { forRedoc } from './projection.ts';

/** Sample languages that have a different name in Redoc. */
const LANGUAGES: Readonly<Record<string, string>> = { sh: 'shell', js: 'javascript' };

/** Returns the document for Redoc, with one path per operation and with the URL and the samples of the first server. */
export function referenceDefinition(site: Pick<Site, 'contract' | 'servers'>): Document {
  const { contract, servers } = site;
  const shown = wireUrls(withContents(contract.table.credentials, forRedoc(contract.document)));
  const paths = members(shown.paths).map(([address, item]) => {
    const node = member(item, contract.table.method.toLowerCase());
    const operation = contract.operations.find(({ id }) => id === member(node, 'operationId'));
    if (operation && isRecord(node))
      node['x-codeSamples'] = samplesOf(sampleRequest(site, operation)).map(({ label, language, source }) => ({
        lang: LANGUAGES[language] ?? language,
        label,
        source,
      }));
    return [withAccess(contract.table.credentials, address), item];
  });
  return {
    ...shown,
    servers: [{ url: servers[0]?.address ?? '' }],
    paths: Object.fromEntries(paths),
  };
}

/** Adds placeholders for the credentials to a URL. */
function withAccess(credentials: readonly string[], address: string): string {
  const [path = '', query] = address.split('?');
  return `${path}?${[...credentials.map((name) => `${name}={${name}}`), ...(query ? [query] : [])].join('&')}`;
}

/** Adds a list of all operations before the introduction, because Redoc's collapsed menu does not show the operations. */
function withContents(credentials: readonly string[], document: Document): Document {
  const rows = readOperations(document).map((one) => [
    link(one),
    code(`${one.method.toUpperCase()} ${withAccess(credentials, wireUrl(document, one))}`),
  ]);
  // Redoc renders a group of operations only when a reader opens the group.
  const whole = 'To search or print everything, open [all operations on one page](operations/all.html).';
  const description = blocks(table(['Operation', 'Request'], rows), whole, document.info?.description);
  return { ...document, info: { ...document.info, description } };
}

/** Returns a link to an operation. In Redoc, the fragment of an operation is `#/<tag>/<operationId>`, in lower case. */
function link({ id, node: { summary, operationId, tags = [] } }: DocumentedOperation): string {
  const place = [tags[0], operationId].map((part = '') => part.toLowerCase().replaceAll(/[^\p{L}\p{N}_]+/gu, '-'));
  return `[${summary ?? id}](#/${place.join('/')})`;
}
