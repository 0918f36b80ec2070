import { headerOf, type ReceivedResponse } from '../../run/response.ts';
import type { ContractCheck } from '../check.ts';
import { askedText } from './status/kinds.ts';

/** Returns whether a response is a redirect. 304 (Not Modified) has no target. */
export const isRedirect = ({ status }: ReceivedResponse): boolean => status >= 300 && status < 400 && status !== 304;

// A redirect is not followed, so its status is not compared with the expected status.
export const redirect: ContractCheck = {
  code: 'redirect',
  title: 'A request is redirected',
  clause: 'service.2a',
  reading: 'The clause names one path, and no 3xx status is documented.',
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
        ? 'Return 401 and a JSON body: a client of the API cannot use a web page such as a login form.'
        : 'Respond at this URL, with and without the trailing slash: a client that follows the redirect repeats the key. If the service has another URL, pass it as --base-url.',
    };
  },
};

/** Returns the redirect target without its query. `isSamePlace`: only the trailing slash differs. */
function targetOf(location: string | undefined, address: string): { text: string; isSamePlace: boolean } | undefined {
  if (location === undefined || !URL.canParse(location, address)) return undefined;
  const [to, from] = [new URL(location, address), new URL(address)];
  const isSameOrigin = to.origin === from.origin;
  const isSamePath = to.pathname.replace(/\/$/, '') === from.pathname.replace(/\/$/, '');
  return { text: isSameOrigin ? to.pathname : to.origin, isSamePlace: isSameOrigin && isSamePath };
}
