import type { Explanation, Finding } from './finding.ts';

/** Returns the basis of a finding with its wording; undefined without a violation. */
export function restsOn({
  clause,
  assumption,
  words,
}: Partial<Record<'clause' | 'assumption' | 'words', string | undefined>>): string | undefined {
  const id = clause ?? (assumption === undefined ? undefined : `the assumption ${assumption}`);
  return id === undefined || words === undefined ? id : `${id}: "${words}"`;
}

/** Returns the facts of a finding except its code, each with its label. The actual value comes first. */
export function findingLines(finding: Finding): [label: string, text: string][] {
  const { request, pointer, expected, got, received, scope, next, reproduce } = finding;
  const lines: [string, string | undefined][] = [
    ['got', got],
    ['expected', expected],
    ['request', request || undefined],
    ['at', pointer === '' ? (request ? 'the body' : 'the document') : pointer],
    ['received', received],
    ['scope', scope],
    ['rests on', restsOn(expected === finding.words ? { ...finding, words: undefined } : finding)],
    ['reading', finding.reading],
    ['known', finding.known],
    ['next', next],
    ['reproduce', reproduce || undefined],
  ];
  return lines.flatMap(([label, text]): [string, string][] => (text === undefined ? [] : [[label, text]]));
}

/** Returns the title of a finding code, if any. */
export type TitleOf = (code: string) => string | undefined;

/** Returns the numbers, and the words of three or more characters except `status`, in a string. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\w./=-]{3,}|\d+/g) ?? []).filter((word) => word !== 'status');

/**
 * Returns the facts of the first finding in a group, after its title or the title of its code. Facts that repeat the title, and
 * a scope that differs within the group, are omitted.
 */
export function withTitle(group: readonly [Finding, ...Finding[]], titleOf: TitleOf): [label: string, text: string][] {
  const [finding] = group;
  const { title = titleOf(finding.code), got, expected, received, status } = finding;
  const facts = findingLines(finding).filter(
    ([label]) => label !== 'scope' || group.every(({ scope }) => scope === finding.scope),
  );
  if (title === undefined) return facts;
  const isIn = (text: string | undefined, ...above: string[]): boolean => {
    const told = above.flatMap(wordsOf);
    const words = wordsOf(text ?? '');
    return words.length > 0 && words.every((word) => told.includes(word));
  };
  const repeated = [
    ...(isIn(got, title) ? ['got'] : []),
    // A title such as "status 200, not 404" contains both the actual and the expected value.
    ...(/\bnot\b/.test(title) && isIn(expected, title) ? ['expected'] : []),
    ...(isIn(received, title, got, status) ? ['received'] : []),
  ];
  return [['what', title], ...facts.filter(([label]) => !repeated.includes(label))];
}

/** Maximum number of other requests that are listed for a group. */
const MOST_REQUESTS = 2;

/** Returns the other requests in a group of findings, or their number. */
export function otherRequests(group: readonly Finding[]): string {
  const [first, ...others] = group;
  const texts = [...new Set(others.map(({ request = '' }) => request))].filter((text) => text !== first?.request);
  if (others.length === 0) return '';
  if (texts.length === 0) return `; repeated ${others.length === 1 ? 'once' : `${others.length} times`}`;
  if (texts.length <= MOST_REQUESTS) return `; also ${texts.join('; ')}`;
  const statuses = [...new Set(group.map(({ status }) => status))].filter((status) => status !== '').sort();
  const asked = statuses.length === 0 ? '' : `, for status ${statuses.join(', ')}`;
  return `; also ${texts.length} other requests${asked}`;
}

/** Groups findings that are shown once: the same finding at several locations, and findings with the same cause. */
export function sameFindings(findings: readonly Finding[]): Finding[][] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const { code, level, expected, got, cause } = finding;
    const key = JSON.stringify(cause === undefined ? [code, level, expected, got] : [cause]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()];
}

/** Returns the operations of findings, each once. */
export const operationsOf = (findings: readonly Finding[]): string[] =>
  [...new Set(findings.map(({ operation }) => operation))].filter((name) => name !== '');

/** Returns an explanation as plain text. */
export const explanationText = ({ code, title, text, ...rest }: Explanation): string =>
  `${code}: ${title}\n\n${text}\n\nBasis: ${restsOn(rest) ?? 'no clause or assumption'}\n`;
