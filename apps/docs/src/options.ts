import { readBaseUrl } from '@vehicle-lookup/openapi/selectors';
import { InvalidArgumentError, Option } from '@vehicle-lookup/toolkit/command-line';
import type { TrustedServer } from './contract/try-it-data.ts';
import { documentPath } from './site.ts';

/** Options of every command. */
export interface SiteCommandOptions {
  server?: TrustedServer[];
  report?: string;
  /** Where readers reach the site. */
  publicAddress?: string;
}

/** Creates them. */
export const siteOptions = (): Option[] => [
  new Option(
    '--server <NAME=URL...>',
    'servers of the samples and of the form, the first one in the samples; default: the mock at the address of the document',
  ).argParser(readServer),
  new Option('--report <FILE>', 'report.json of a contract run, for the verdicts; read again when it changes'),
  new Option(
    '--public-address <URL>',
    'address at which readers reach the site: for sitemap.xml, canonical links, and absolute links in the Markdown; ' +
      'needed behind a proxy; default: what serve listens at on 127.0.0.1, none for build',
  ).argParser(readPublicAddress),
];

function readPublicAddress(text: string): string {
  try {
    return readBaseUrl({ path: '/' }, text);
  } catch {
    throw new InvalidArgumentError('expected an address such as https://docs.example.com/vehicles');
  }
}

function readServer(text: string, others: TrustedServer[] = []): TrustedServer[] {
  const [name = '', address] = text.split(/=(.*)/s);
  if (!/^[\w-]+$/.test(name) || !address)
    throw new InvalidArgumentError('expected NAME=URL, such as mock=http://127.0.0.1:4010');
  try {
    return [...others, { name, address: readBaseUrl({ path: documentPath() }, address) }];
  } catch (error) {
    throw new InvalidArgumentError(`${name}: ${(error as Error).message}`);
  }
}
