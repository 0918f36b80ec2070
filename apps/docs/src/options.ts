import { readBaseUrl } from '@vehicle-lookup/contract';
import { readBaseUrl as readAnyUrl } from '@vehicle-lookup/openapi/selectors';
import { InvalidArgumentError, Option } from '@vehicle-lookup/toolkit/command-line';
import type { TrustedServer } from './servers.ts';

/** Option values of every command. */
export interface SiteCommandOptions {
  server?: TrustedServer[];
  report?: string;
  /** URL at which readers reach the site. */
  publicAddress?: string;
}

/** Creates the options of every command. */
export const siteOptions = (): Option[] => [
  new Option(
    '--server <NAME=URL...>',
    'set the servers in the form; the samples use the first server; default: the mock at the URL in the document',
  ).argParser(readServer),
  new Option(
    '--report <FILE>',
    'show the verdicts in the report.json of a contract run; serve reads the file again when it changes; default: no verdicts',
  ),
  new Option(
    '--public-address <URL>',
    'set the URL at which readers reach the site, for sitemap.xml, canonical links, and absolute links in Markdown; ' +
      'required behind a proxy; default: the URL of serve on 127.0.0.1, none for build',
  ).argParser(readPublicAddress),
];

function readPublicAddress(text: string): string {
  try {
    return readAnyUrl({ path: '/' }, text);
  } catch {
    throw new InvalidArgumentError('expected a URL such as https://docs.example.com/vehicles');
  }
}

function readServer(text: string, others: TrustedServer[] = []): TrustedServer[] {
  const [name = '', address] = text.split(/=(.*)/s);
  if (!/^[\w-]+$/.test(name) || !address)
    throw new InvalidArgumentError('expected NAME=URL, such as mock=http://127.0.0.1:4010');
  try {
    return [...others, { name, address: readBaseUrl(address) }];
  } catch (error) {
    throw new InvalidArgumentError(`${name}: ${(error as Error).message}`);
  }
}
