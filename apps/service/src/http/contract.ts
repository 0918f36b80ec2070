import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Reply, type RequestHead, readTarget } from '@vehicle-lookup/http-front';

/** Where the service serves its own contract; no credentials are needed, and nothing is charged. */
const CONTRACT_PATH = '/openapi.json';

const MAX_AGE = 'public, max-age=300';

/**
 * The contract of this service: the interface with the additions of overlay.yaml, as the build derived it.
 * @returns undefined for a request to anything else
 */
export function contractReply({ method = '', url = '' }: Pick<RequestHead, 'method' | 'url'>): Reply | undefined {
  if (readTarget(url).path !== CONTRACT_PATH || !['GET', 'HEAD'].includes(method)) return undefined;
  body ??= readFileSync(fileURLToPath(import.meta.resolve('@vehicle-lookup/service/openapi.json')), 'utf8');
  return { status: 200, headers: { 'cache-control': MAX_AGE, 'access-control-allow-origin': '*' }, body };
}

let body: string | undefined;
