import { readFileSync } from 'node:fs';
import type { Contract, KnownContract } from '../contract/contract.ts';
import { type ErrorCase, errorCases, errorResponses } from '../contract/error-cases.ts';
import { line } from '../markdown/write.ts';

/** An error of the document with the operations that return it. */
export interface KnownError extends ErrorCase {
  description: string;
  operations: string[];
  /** Whether only the reference service has the error. */
  isAdded: boolean;
}

/** A section of `content/errors.md`, with the examples of the document. */
export interface ErrorSection {
  id: string;
  title: string;
  statuses: string[];
  /** Names of the examples that the section explains. */
  examples: string[];
  /** The assumption that describes the error. */
  assumption: string | undefined;
  keywords: string[];
  /** The text below the heading, in Markdown. */
  text: string;
  /** The first advice of each kind; empty if the text has none. */
  todo: string;
  never: string;
  /** Whether the contract has the error; otherwise only the reference service has it. */
  isContract: boolean;
  shown: KnownError[];
}

type ErrorSource = Pick<KnownContract, 'contract' | 'ofService'>;
type Guide = Omit<ErrorSection, 'isContract' | 'shown'>;

/** The text about errors: the part before the first section, and the sections. */
const [introduction = '', ...sections] = readFileSync(
  new URL('../../content/errors.md', import.meta.url),
  'utf8',
).split(/^(?=## )/m);
export const errorsIntroduction: string = introduction.replace(/^# .*\n/, '');
export const errorGuides: readonly Guide[] = sections.map(readGuide);

/** @throws if the heading is not complete */
export function readGuide(section: string): Guide {
  const [heading = ''] = section.split('\n', 1);
  const [, badges, title = '', id = ''] = /^## ((?:`\d+` )+)(.*) \{#([\w-]+)\}$/.exec(heading) ?? [];
  if (badges === undefined)
    throw new Error(`content/errors.md: expected a heading such as "## \`500\` Title {#id}", found ${heading}`);
  const rest = section.slice(heading.length);
  const listed = (name: string): string[] => new RegExp(`<!-- ${name}: (.*) -->`).exec(rest)?.[1]?.split(' ') ?? [];
  const first = (name: string): string => {
    const [, box = ''] = new RegExp(`\\*\\*${name}\\*\\*\\n((?:>.*\\n?)*)`).exec(rest) ?? [];
    return line((box.split(/^> - /m)[1] ?? '').replaceAll(/^> ?/gm, ''));
  };
  return {
    id,
    title,
    statuses: badges.match(/\d+/g) ?? [],
    examples: listed('examples'),
    assumption: listed('assumption')[0],
    keywords: listed('keywords'),
    text: rest.replaceAll(/<!--.*-->\n/g, '').trim(),
    todo: first('What to do'),
    never: first('What not to do'),
  };
}

/** The errors of the contract, then the errors that only the reference service has. */
export function errorSections(site: ErrorSource): ErrorSection[] {
  const { contract, ofService } = site;
  const known = knownErrors(site);
  const explained = new Set(errorGuides.flatMap(({ examples }) => examples));
  const others = [...known.values()].filter(({ name }) => !explained.has(name)).map(withoutGuide);
  const all = [...errorGuides, ...others].flatMap((guide): ErrorSection[] => {
    const { examples, assumption = '' } = guide;
    const shown = examples.flatMap((name) => known.get(name) ?? []);
    const isContract = shown.some(({ isAdded }) => !isAdded) || contract.assumptions.has(assumption);
    return shown.length > 0 || isContract || ofService?.assumptions.has(assumption)
      ? [{ ...guide, isContract, shown }]
      : [];
  });
  const status = ({ statuses }: ErrorSection) => Number(statuses[0]);
  return all.toSorted((a, b) => Number(b.isContract) - Number(a.isContract) || status(a) - status(b));
}

function knownErrors({ contract, ofService }: ErrorSource): Map<string, KnownError> {
  const known = new Map<string, KnownError>();
  const add = (from: Contract, isAdded: boolean): void => {
    for (const operation of from.operations)
      for (const response of errorResponses(operation))
        for (const error of errorCases(from, operation, response)) {
          const description = response.node.description ?? '';
          const entry = known.get(error.name) ?? { ...error, description, operations: [], isAdded };
          if (entry.isAdded === isAdded) entry.operations.push(operation.id);
          known.set(error.name, entry);
        }
  };
  add(contract, false);
  if (ofService) add(ofService, true);
  // A header that most errors of the reference service have is described once, at the end of the page.
  const added = [...known.values()].filter(({ isAdded }) => isAdded);
  const count = (name: string) => added.filter(({ headers }) => headers.some(({ header }) => header === name)).length;
  for (const error of added) error.headers = error.headers.filter(({ header }) => count(header) * 2 <= added.length);
  return known;
}

/** The section of an error that only the document describes. */
const withoutGuide = ({ name, status, description }: KnownError): Guide =>
  readGuide(
    `## \`${status}\` ${name} {#${name.replaceAll(/[^\w-]/g, '-')}}\n<!-- examples: ${name} -->\n${description}`,
  );
