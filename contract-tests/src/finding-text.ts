import type { Finding } from './finding.ts';
import { groupBy } from './group.ts';

/** What a finding rests on; undefined where nothing is broken. */
export const restsOn = ({ clause, assumption }: Finding): string | undefined =>
  clause ?? (assumption === undefined ? undefined : `the assumption ${assumption}`);

/** What a finding says beside its code, each part with its label. */
export function findingLines(finding: Finding): [label: string, text: string][] {
  const { request, pointer, expected, got, next, reproduce } = finding;
  const parts: [string, string | undefined][] = [
    ['request', request || undefined],
    ['at', pointer === '' ? 'the body' : pointer],
    ['expected', expected],
    ['got', got],
    ['rests on', restsOn(finding)],
    ['next', next],
    ['reproduce', reproduce || undefined],
  ];
  return parts.flatMap(([label, text]): [string, string][] => (text === undefined ? [] : [[label, text]]));
}

/** The same finding on several requests, which readers want to see once. */
export const sameFindings = (findings: readonly Finding[]): Finding[][] => [
  ...groupBy(findings, ({ code, level, expected, got }) => JSON.stringify([code, level, expected, got])).values(),
];
