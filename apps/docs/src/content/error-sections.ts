import { readFileSync } from 'node:fs';
import type { Contract, KnownContract } from '../contract/contract.ts';
import { type ErrorCase, errorCases, errorResponses } from '../contract/error-cases.ts';
import { line } from '../markdown/write.ts';

/** An error in the document, with the operations that return the error. */
export interface KnownError extends ErrorCase {
  description: string;
  operations: string[];
  /** Whether only the reference service returns the error. */
  isAdded: boolean;
}

/** A section of `content/errors.md`, with the matching examples from the document. */
export interface ErrorSection {
  id: string;
  title: string;
  statuses: string[];
  /** Names of the examples that this section explains. */
  examples: string[];
  /** Id of the assumption that describes the error. */
  assumption: string | undefined;
  keywords: string[];
  /** Markdown below the heading. */
  text: string;
  /** First item of “What to do”; empty if the text does not contain advice. `never` is the first item of “What not to do”. */
  todo: string;
  never: string;
  /** Whether the contract defines the error; otherwise, only the reference service returns the error. */
  isContract: boolean;
  shown: KnownError[];
}

type ErrorSource = Pick<KnownContract, 'contract' | 'ofService'>;
type Guide = Omit<ErrorSection, 'isContract' | 'shown'>;

/** The content of `content/errors.md`: the introduction and the sections. */
const [introduction = '', ...sections] = readFileSync(
  new URL('../../content/errors.md', import.meta.url),
  'utf8',
).split(/^(?=## )/m);
export const errorsIntroduction: string = introduction.replace(/^# .*\n/, '');
export const errorGuides: readonly Guide[] = sections.map(readGuide);

/** @throws if the heading lacks a status, a title or an id */
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

/** Returns the error sections of the contract, followed by the sections that apply only to the reference service. */
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
  // Headers shared by most reference service errors are described once, at the end of the page.
  const added = [...known.values()].filter(({ isAdded }) => isAdded);
  const count = (name: string) => added.filter(({ headers }) => headers.some(({ header }) => header === name)).length;
  for (const error of added) error.headers = error.headers.filter(({ header }) => count(header) * 2 <= added.length);
  return known;
}

/** Returns the section for an error that `content/errors.md` does not explain. */
const withoutGuide = ({ name, status, description }: KnownError): Guide =>
  readGuide(
    `## \`${status}\` ${name} {#${name.replaceAll(/[^\w-]/g, '-')}}\n<!-- examples: ${name} -->\n${description}`,
  );
