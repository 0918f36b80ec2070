import { headerOf, type ReceivedResponse } from '../../run/response.ts';
import type { ContractCheck } from '../check.ts';
import { askedText } from './status/kinds.ts';

/** "Not modified" leads nowhere. */
export const isRedirect = ({ status }: ReceivedResponse): boolean => status >= 300 && status < 400 && status !== 304;

// It is not compared with the expected status: it is not followed.
export const redirect: ContractCheck = {
  code: 'redirect',
  title: 'A request is redirected',
  explanation:
    'A redirect is not a documented response; who follows it repeats the query, and the key with it. This suite never does.',
  clause: 'service.2a',
  reading: 'The clause names one path, and no status 3xx is documented.',
  isSecurity: true,
  ofResponse: (response, { request, address, table }) => {
    if (!isRedirect(response)) return [];
    const { status: expected } = request;
    const target = targetOf(headerOf(response, 'location'), address);
    const isRejection = expected === '401' && target?.change !== 'slash';
    return [
      {
        header: 'location',
        ...(isRejection ? { clause: 'authentication.3' } : {}),
        title: `${request.operation} redirects ${askedText(request, table)}${target ? ` to ${TO[target.change]}` : ''}`,
        expected: isRejection ? 'status 401' : `status ${expected} at this address`,
        got: `status ${response.status}${target ? `, with ${target.text} in Location` : ''}`,
        next: isRejection
          ? 'Answer with 401 and a JSON body: a client of the interface cannot use another page, such as a login.'
          : NEXT[target?.change ?? 'path'],
      },
    ];
  },
};

type Change = 'slash' | 'scheme' | 'host' | 'path';

/** Where a redirect leads. */
const TO: Readonly<Record<Change, string>> = {
  slash: 'the same path, written otherwise',
  scheme: 'another scheme',
  host: 'another host',
  path: 'another path',
};

const NEXT: Readonly<Record<Change, string>> = {
  slash:
    'Answer with and without the trailing slash by the same response, or give the address that answers as --base-url.',
  scheme: 'Give this address with its scheme as --base-url: the key was sent without encryption before the redirect.',
  host: 'Answer at this address: a client that follows may send the key to the other host. If every operation is redirected there, give that address as --base-url.',
  path: 'Answer at this address: clients do not follow, since the query with the key would be repeated.',
};

/** Where a redirect leads, and how that differs from the address. */
function targetOf(location: string | undefined, address: string): { change: Change; text: string } | undefined {
  if (location === undefined || !URL.canParse(location, address)) return undefined;
  const [to, from] = [new URL(location, address), new URL(address)];
  const isSamePath = bare(to.pathname) === bare(from.pathname);
  if (to.host !== from.host) return { change: 'host', text: to.origin };
  const change = !isSamePath ? 'path' : to.protocol === from.protocol ? 'slash' : 'scheme';
  return { change, text: change === 'scheme' ? to.origin : to.pathname };
}

const bare = (path: string): string => path.replace(/\/$/, '');
