import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { headerOf, type Reply } from '../../src/run/reply.ts';
import { confirmedBy, contradicted } from '../shared/results.ts';

/** A list of strings with parameters (RFC 9651), as draft-ietf-httpapi-ratelimit-headers uses it. */
const PARAMETER = String.raw`;\s*[a-z*][\w.*-]*(?:=(?:"[^"]*"|[\w.:/*+-]+))?`;
const ITEM = `"[^"]+"(?:${PARAMETER})*`;
const LIST = new RegExp(`^${ITEM}(?:\\s*,\\s*${ITEM})*$`);
const REQUIRED: Readonly<Record<string, RegExp>> = { ratelimit: /;\s*r=\d+/, 'ratelimit-policy': /;\s*q=\d+/ };

const isRight = (reply: Reply, name: string): boolean => {
  const value = headerOf(reply, name);
  return value === undefined || (LIST.test(value) && (REQUIRED[name]?.test(value) ?? true));
};

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const names = Object.keys(REQUIRED);
    const sent = judgements.filter(({ reply }) => reply && names.some((name) => headerOf(reply, name) !== undefined));
    const other = sent.find(({ reply }) => reply && !names.every((name) => isRight(reply, name)));
    if (other) return contradicted(other, 'RateLimit or RateLimit-Policy in another syntax');
    return confirmedBy(sent.length, 'a reply with quota headers of this syntax');
  },
};
