import { issueText, type Verdict, validate } from '@vehicle-lookup/validators';
import type { Check } from './case.ts';
import type { Answer } from './exchange.ts';
import type { FindingCode } from './finding.ts';
import { leaks } from './leak.ts';
import type { Probe } from './probe.ts';

/** A finding before the request is written beside it. */
export interface Breach {
  code: FindingCode;
  expected: string;
  got: string;
  next: string;
}

/** What an answer proves. */
export interface Judgement {
  breaches: Breach[];
  /** The envelope that a success body has. */
  envelope?: string;
}

export interface Expectation {
  probe: Probe;
  checks: readonly Check[];
  secrets: readonly string[];
}

const DOCUMENT = 'Compare the answer with the responses of this operation in the document.';

/** Judges one answer. After the first thing that makes the rest unreadable nothing more is said. */
export function judge(answer: Answer, { probe, checks, secrets }: Expectation): Judgement {
  const text = new TextDecoder('utf-8').decode(answer.body);
  const breaches = secretsEchoed(answer, text, secrets);
  const done = (...more: Breach[]): Judgement => ({ breaches: [...breaches, ...more] });

  if (answer.status >= 300 && answer.status < 400) return done(redirected(answer));
  if (String(answer.status) !== probe.status) return done(wrongStatus(answer.status, probe));
  breaches.push(...wrongContentType(answer));
  if (text.trim() === '') {
    return done({ code: 'empty-body', expected: 'a JSON body', got: 'an empty body', next: DOCUMENT });
  }
  const parsed = parse(answer.body);
  if (!parsed)
    return done({ code: 'not-json', expected: 'a JSON body', got: 'a body that is not JSON', next: DOCUMENT });

  const verdict = validate(probe.operation, answer.status, parsed.body);
  if (!verdict.ok) return done(...schemaBreaches(verdict));
  if (probe.envelope !== undefined && probe.envelope !== verdict.envelope) {
    return done({
      code: 'envelope',
      expected: `the envelope ${probe.envelope}`,
      got: `the envelope ${verdict.envelope || 'without a name'}`,
      next: 'Look at the example of this name in the document.',
    });
  }
  breaches.push(...(probe.status === '200' ? meaning(probe, parsed.body, checks) : []));
  return { breaches, envelope: verdict.envelope };
}

function secretsEchoed({ headers }: Answer, text: string, secrets: readonly string[]): Breach[] {
  const named = headers.find(([, value]) => leaks(value, secrets))?.[0];
  const places = [...(named ? [`the header ${named}`] : []), ...(leaks(text, secrets) ? ['the body'] : [])];
  return places.map((place) => ({
    code: 'secret-echoed',
    expected: 'an answer that does not repeat the credentials',
    got: `the secret in ${place}`,
    next: 'Make the service leave credentials out of everything that it answers or logs.',
  }));
}

const redirected = ({ status }: Answer): Breach => ({
  code: 'redirect',
  expected: 'an answer at this address',
  got: `a redirect (${status}), which was not followed`,
  next: 'Give the address that answers itself, and make the service answer with and without the trailing slash.',
});

function wrongStatus(status: number, { status: expected, why, prefer }: Probe): Breach {
  return { code: 'status', expected: `status ${expected} (${why})`, got: `status ${status}`, next: advice() };

  function advice(): string {
    if (why === 'invalid-credentials' && status === 200) {
      return 'Is this the mock, which accepts any credentials? Then say --target mock.';
    }
    if (prefer) return 'Is this the mock? A service is verified with the target "service".';
    if (expected === '200' && status === 401) return 'Check the credentials.';
    if (expected === '200' && status === 404)
      return 'If the service has other data, give values that it knows as data.';
    return DOCUMENT;
  }
}

function wrongContentType({ headers }: Answer): Breach[] {
  const value = headers.find(([name]) => name === 'content-type')?.[1];
  const type = value?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return [];
  // Only what looks like a media type is repeated.
  const got = value === undefined ? 'none' : /^[\w.+-]+\/[\w.+-]+$/.test(type ?? '') ? String(type) : 'something else';
  return [{ code: 'content-type', expected: 'content-type application/json', got, next: DOCUMENT }];
}

/** JSON is UTF-8 (RFC 8259, section 8.1): other bytes are not JSON. */
function parse(body: Uint8Array): { body: unknown } | undefined {
  try {
    return { body: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) };
  } catch {
    return undefined;
  }
}

/** More than a few issues of one body say nothing new. */
const MOST_ISSUES = 5;

function schemaBreaches({ issues, envelope }: Extract<Verdict, { ok: false }>): Breach[] {
  const shown = issues.slice(0, MOST_ISSUES).map(issueText);
  if (issues.length > shown.length) shown.push(`${issues.length - shown.length} more`);
  const form = envelope ? ` in its form ${envelope}` : '';
  return [{ code: 'schema', expected: `the documented body${form}`, got: shown.join('; '), next: DOCUMENT }];
}

function meaning({ query }: Probe, body: unknown, checks: readonly Check[]): Breach[] {
  return checks.flatMap(({ expected, breach }) => {
    const got = breach({ parameters: Object.fromEntries(query), body });
    return got === undefined ? [] : [{ code: 'meaning', expected, got, next: 'Compare the answer with the request.' }];
  });
}
