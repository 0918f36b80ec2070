import { headerOf, type ReceivedResponse } from '../../run/response.ts';
import type { ContractCheck } from '../check.ts';
import { askedText } from './status/kinds.ts';

/** "Not modified" leads nowhere. */
export const isRedirect = ({ status }: ReceivedResponse): boolean => status >= 300 && status < 400 && status !== 304;

// It is not compared with the expected status: it is not followed.
export const redirect: ContractCheck = {
  code: 'redirect',
  title: 'A request is redirected',
  clause: 'service.2a',
  reading: 'The clause names one path, and no status 3xx is documented.',
  isSecurity: true,
  ofResponse: (response, { request, address, table }) => {
    if (!isRedirect(response)) return undefined;
    const { status: expected } = request;
    const target = targetOf(headerOf(response, 'location'), address);
    const isRejection = expected === '401' && !target?.isSamePlace;
    return {
      header: 'location',
      ...(isRejection ? { clause: 'authentication.3' } : {}),
      title: `${request.operation} redirects ${askedText(request, table)}${target ? ` to ${target.text}` : ''}`,
      expected: isRejection ? 'status 401' : `status ${expected} at this URL`,
      got: `status ${response.status}${target ? `, with ${target.text} in Location` : ''}`,
      next: isRejection
        ? 'Return 401 and a JSON body: a client of the API cannot use another page, such as a login.'
        : 'Respond at this address, with and without the trailing slash: a client that follows repeats the key. If the service has another address, give that as --base-url.',
    };
  },
};

/** The place to which a redirect leads, without its query; `isSamePlace`: only the slash at its end differs. */
function targetOf(location: string | undefined, address: string): { text: string; isSamePlace: boolean } | undefined {
  if (location === undefined || !URL.canParse(location, address)) return undefined;
  const [to, from] = [new URL(location, address), new URL(address)];
  const isSameOrigin = to.origin === from.origin;
  const isSamePath = to.pathname.replace(/\/$/, '') === from.pathname.replace(/\/$/, '');
  return { text: isSameOrigin ? to.pathname : to.origin, isSamePlace: isSameOrigin && isSamePath };
}
