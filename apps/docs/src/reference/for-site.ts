import { type Document, isRecord, member, members } from '@vehicle-lookup/openapi';
import { markup } from '@vehicle-lookup/toolkit/markup';
import { defaultAddress } from '../contract/contract.ts';
import { sampleRequest } from '../contract/sample-request.ts';
import { samplesOf } from '../contract/samples.ts';
import { siteMenu } from '../site/frame.ts';
import { PATHS } from '../site/links.ts';
import { navigationOf } from '../site/navigation.ts';
import type { Site } from '../site.ts';
import { DATA, dataElement, splitAround } from './take-apart.ts';

/** What Redoc calls the languages of the samples. */
const LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  js: 'JavaScript',
  ts: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
  java: 'Java',
  csharp: 'C#',
};

/**
 * The reference for a site: its address and its samples are those of the site's first server.
 * @param html the page as the build made it, with the address that the document names
 */
export function referenceFor(site: Pick<Site, 'contract' | 'servers' | 'texts'>, html: string): string {
  const element = new RegExp(`<script type="application/json" id="${DATA}">`);
  const [before, text, after] = splitAround(
    html,
    element,
    '</script>',
    'expected the data of the reference, found none',
  );
  const { definition, options }: { definition: Document; options: unknown } = JSON.parse(text);
  const built = defaultAddress(definition);
  const address = site.servers[0]?.address ?? built;
  definition.servers = [{ url: address }];
  for (const [, item] of members(definition.paths)) {
    const node = member(item, site.contract.table.method.toLowerCase());
    const operation = site.contract.operations.find(({ id }) => id === member(node, 'operationId'));
    if (!operation || !isRecord(node)) continue;
    const samples = samplesOf(sampleRequest(site, operation));
    node['x-codeSamples'] = samples.map(({ label, language, source }) => ({
      lang: LANGUAGES[language] ?? language,
      label,
      source,
    }));
  }
  // What Redoc has drawn in advance shows the address, too.
  const drawn = before.replaceAll(`>${built}<`, () => `>${markup`${address}`.markup}<`);
  return withMenu(site, `${drawn}${dataElement({ definition, options })}${after}`);
}

/** The menu of the other pages: the build knows no texts. */
function withMenu({ contract, texts }: Pick<Site, 'contract' | 'texts'>, html: string): string {
  const [before, , after] = splitAround(
    html,
    /<nav id="site-menu"[^>]*>/,
    '</nav>',
    'expected the menu of the reference, found none',
  );
  return `${before}${siteMenu(navigationOf(contract, texts), PATHS.reference, []).markup}${after}`;
}
