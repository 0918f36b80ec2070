import { groupBy } from '../../group-by.ts';
import { headerOf, type ReceivedResponse } from '../../run/response.ts';
import type { ContractCheck, FoundAcross, FoundViolation } from '../check.ts';
import type { Judgement } from '../judgement.ts';

export const publicCache: ContractCheck = {
  code: 'public-cache',
  level: 'warning',
  harm: 'The key is part of the URL: a shared cache stores it and keeps responding to the URL after the key has been revoked.',
  title: 'Shared caches may store responses that require a key',
  standard: 'RFC 9111, section 5.2.2',
  ofRun: ofHeaders((response) => {
    const value = headerOf(response, 'cache-control') ?? '';
    if (!/\bpublic\b|\bs-maxage\b/i.test(value)) return undefined;
    return {
      header: 'cache-control',
      expected: 'Cache-Control: private or no-store, or no Cache-Control, on responses that require a key',
      got: `Cache-Control: ${value}, which allows shared caches to store the response`,
      next: 'Send Cache-Control: private or no-store.',
    };
  }),
};

export const openCors: ContractCheck = {
  code: 'open-cors',
  level: 'warning',
  harm: "Browsers reject this combination, so web apps cannot use it. A page that can read responses may read its visitors' data.",
  title: 'Web pages from any origin may send credentials',
  ofRun: ofHeaders((response) => {
    const isAny = headerOf(response, 'access-control-allow-origin') === '*';
    if (!isAny || !/^true$/i.test(headerOf(response, 'access-control-allow-credentials') ?? '')) return undefined;
    return {
      header: 'access-control-allow-origin',
      expected: 'named origins where credentials are allowed',
      got: 'any origin, with credentials',
      evidence: 'access-control-allow-origin: *; access-control-allow-credentials: true',
      next: 'Name the origins, or omit Access-Control-Allow-Credentials.',
    };
  }),
};

export const internalsInHeaders: ContractCheck = {
  code: 'internals-in-headers',
  level: 'warning',
  harm: 'The header tells an attacker which weaknesses and machines to try; no client needs it.',
  title: "A header reveals the service's software",
  ofRun: ofHeaders(({ headers }) => {
    const internal = headers.find(([name, text]) => INTERNALS.test(name) || PRIVATE.test(text));
    if (!internal) return undefined;
    const [header, text] = internal;
    const [inside] = PRIVATE.exec(text) ?? [];
    return {
      title: `The header ${header} reveals ${inside === undefined ? "the service's software" : 'an address inside the network'}`,
      header,
      expected: "no header that reveals the service's software",
      got: `the header ${header}${inside === undefined ? '' : `, with the address ${inside} of a private network`}`,
      next: 'Remove the header at the edge of the network, and switch off debugging in production.',
    };
  }),
};

/** Headers in which frameworks, debuggers and load balancers identify themselves. */
const INTERNALS = /^x-(powered-by|aspnet(mvc)?-version|debug.*|php-.*|runtime|backend.*|upstream.*|served-by)$/;
/** An IP address or a host name in a private network. */
const PRIVATE = /\b(10\.\d+|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d+\.\d+\b|\b[\w-]+\.(internal|local|lan)\b/;

/** Reports each header once, at the first response that has the header, with the number of such responses: one cause, one finding. */
function ofHeaders(
  look: (response: ReceivedResponse) => FoundViolation | undefined,
): (judgements: readonly Judgement[]) => FoundAcross[] {
  return (judgements) => {
    const all = judgements.flatMap((by): FoundAcross[] => {
      const found = by.response && look(by.response);
      return found ? [{ by, found }] : [];
    });
    return [...groupBy(all, ({ found: { header } }) => header).values()].flatMap((alike) => {
      const [first] = alike;
      const scope =
        alike.length === judgements.length
          ? 'in every response'
          : `in ${alike.length} of ${judgements.length} responses`;
      return first ? [{ by: first.by, found: { ...first.found, scope } }] : [];
    });
  };
}
