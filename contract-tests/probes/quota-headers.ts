import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { type Answer, headerOf } from '../src/exchange.ts';
import { confirmedBy, contradicted } from './shared/results.ts';

/** A list of strings with parameters (RFC 9651), as draft-ietf-httpapi-ratelimit-headers uses it. */
const PARAMETER = String.raw`;\s*[a-z*][\w.*-]*(?:=(?:"[^"]*"|[\w.:/*+-]+))?`;
const ITEM = `"[^"]+"(?:${PARAMETER})*`;
const LIST = new RegExp(`^${ITEM}(?:\\s*,\\s*${ITEM})*$`);
const REQUIRED: Readonly<Record<string, RegExp>> = { ratelimit: /;\s*r=\d+/, 'ratelimit-policy': /;\s*q=\d+/ };

const isRight = (answer: Answer, name: string): boolean => {
  const value = headerOf(answer, name);
  return value === undefined || (LIST.test(value) && (REQUIRED[name]?.test(value) ?? true));
};

export const probe: AssumptionProbe = {
  judge: (seen) => {
    const names = Object.keys(REQUIRED);
    const sent = seen.filter(({ answer }) => answer && names.some((name) => headerOf(answer, name) !== undefined));
    const other = sent.find(({ answer }) => answer && !names.every((name) => isRight(answer, name)));
    if (other) return contradicted(other, 'RateLimit or RateLimit-Policy in another syntax');
    return confirmedBy(sent.length, 'an answer with quota headers of this syntax');
  },
};
