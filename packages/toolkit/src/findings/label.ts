import type { Finding, FindingLevel } from './finding.ts';

/** The label of a named item. */
export interface Label {
  symbol: string;
  text: string;
}

export type Labels<Name extends string> = Readonly<Record<Name, Label>>;
export type Counts<Name extends string> = Readonly<Record<Name, number>>;

/** The labels of levels, in the order in which levels are counted. */
export const levelLabels: Labels<FindingLevel> = {
  failure: { symbol: '✗', text: 'failure' },
  contradiction: { symbol: '≠', text: 'contradiction' },
  error: { symbol: '!', text: 'error' },
  warning: { symbol: '~', text: 'warning' },
  drift: { symbol: '+', text: 'drift' },
};

export const namesOf = <Name extends string>(labels: Labels<Name>): Name[] => Object.keys(labels) as Name[];

/** Returns the number of elements with each name; 0 for a name without elements. */
export const countBy = <Name extends string, T>(
  names: readonly Name[],
  elements: readonly T[],
  nameOf: (element: T) => Name,
): Record<Name, number> =>
  Object.fromEntries(
    names.map((name) => [name, elements.filter((element) => nameOf(element) === name).length]),
  ) as Record<Name, number>;

/** Returns the number of findings at each level. */
export const countFindings = (findings: readonly Finding[]): Record<FindingLevel, number> =>
  countBy(namesOf(levelLabels), findings, ({ level }) => level);

/** Returns counts such as `40 right, 2 wrong`; names with the count 0 are omitted. */
export const countText = <Name extends string>(counts: Counts<Name>, labels: Labels<Name>): string =>
  namesOf(labels)
    .filter((name) => counts[name] > 0)
    .map((name) => `${counts[name]} ${labels[name].text}`)
    .join(', ');
