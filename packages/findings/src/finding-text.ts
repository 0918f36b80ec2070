import type { Explanation, Finding } from './finding.ts';

/** What a finding rests on, with its words; undefined where nothing is broken. */
export function restsOn({
  clause,
  assumption,
  words,
}: Partial<Record<'clause' | 'assumption' | 'words', string | undefined>>): string | undefined {
  const id = clause ?? (assumption === undefined ? undefined : `the assumption ${assumption}`);
  return id === undefined || words === undefined ? id : `${id}: "${words}"`;
}

/** The facts of a finding beside its code, each with its label; the cause comes first. */
export function findingLines(finding: Finding): [label: string, text: string][] {
  const { request, pointer, expected, got, received, next, docs, reproduce } = finding;
  const lines: [string, string | undefined][] = [
    ['got', got],
    ['expected', expected],
    ['request', request || undefined],
    ['at', pointer === '' ? (request ? 'the body' : 'the document') : pointer],
    ['received', received],
    ['rests on', restsOn(expected === finding.words ? { ...finding, words: undefined } : finding)],
    ['reading', finding.reading],
    ['known', finding.known],
    ['next', next],
    ['docs', docs],
    ['reproduce', reproduce || undefined],
  ];
  return lines.flatMap(([label, text]): [string, string][] => (text === undefined ? [] : [[label, text]]));
}

/** The title of a code, if it has one. */
export type TitleOf = (code: string) => string | undefined;

/** The facts of a finding below what its code means. */
export function withTitle(finding: Finding, titleOf: TitleOf): [label: string, text: string][] {
  const title = titleOf(finding.code);
  return [...(title === undefined ? [] : [['what', title] as [string, string]]), ...findingLines(finding)];
}

/** The same finding at several places, and findings with one cause, which readers want to see once. */
export function sameFindings(findings: readonly Finding[]): Finding[][] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const { code, level, expected, got, cause } = finding;
    const key = JSON.stringify(cause === undefined ? [code, level, expected, got] : [cause]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()];
}

/** The operations that findings are about, each once. */
export const operationsOf = (findings: readonly Finding[]): string[] =>
  [...new Set(findings.map(({ operation }) => operation))].filter((name) => name !== '');

/** An explanation as text. */
export const explanationText = ({ code, title, text, ...rest }: Explanation): string =>
  `${code}: ${title}\n\n${text}\n\nRests on: ${restsOn(rest) ?? 'nothing that could be broken'}\n`;
