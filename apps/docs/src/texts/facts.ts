import { extname } from 'node:path';
import { jsonOf } from '@vehicle-lookup/openapi';
import { errorSections } from '../contract/error-sections.ts';
import { requestLine } from '../contract/requests.ts';
import { sampleRequest } from '../contract/sample-request.ts';
import { samplesOf, variableOf } from '../contract/samples.ts';
import { code, fence, table } from '../markdown/text.ts';
import { anchor, operationPath, PATHS } from '../site/links.ts';
import type { Site } from '../site.ts';
import { WITHIN_SITE } from './text.ts';

/** What texts can ask for. */
export type Known = Pick<Site, 'contract' | 'ofService' | 'servers'>;

const link = (path: string, text: string): string => `[${text}](${WITHIN_SITE}${path})`;

/**
 * What a guide takes from the document, by the first word of its placeholder; the others are arguments. Undefined: the document
 * does not have it.
 */
const FACTS: Readonly<Record<string, (known: Known, ...args: string[]) => string | undefined>> = {
  /** The base URL of the first server. */
  address: ({ servers }) => servers[0]?.address,
  /** How many operations there are. */
  operations: ({ contract }) => String(contract.operations.length),
  /** The credentials, with the variable of the environment that holds each. */
  credentials: ({ contract }) =>
    contract.table.credentials.map((name) => `${code(name)} (${code(variableOf(name))})`).join(' and '),
  /** The page of an operation. */
  operation: (known, id) => operationOf(known, id) && link(operationPath(id ?? ''), code(id ?? '')),
  /** What a request for an operation looks like. */
  request(known, id) {
    const operation = operationOf(known, id);
    return operation && fence(requestLine(known.contract, operation), 'http');
  },
  /** A program that makes a request, in a language. */
  sample(known, language, id) {
    const operation = operationOf(known, id);
    const sample = operation && samplesOf(sampleRequest(known, operation)).find((one) => one.id === language);
    return sample && fence(sample.source, sample.language);
  },
  /** The languages in which each operation has a program. */
  languages(known) {
    const [operation] = known.contract.operations;
    if (!operation) return undefined;
    const samples = samplesOf(sampleRequest(known, operation));
    return samples
      .map(({ id, label }) => link(`${operationPath(operation.id)}#${anchor('sample', id)}`, label))
      .join(', ');
  },
  /** An example of a success, with so many items of each list. */
  response(known, id, name, items = '2') {
    const success = operationOf(known, id)?.responses.find(({ status }) => status.startsWith('2'));
    const example = (success && jsonOf(success)?.examples)?.find((one) => one.name === name);
    return example && fence(JSON.stringify(cut(example.value, Number(items)), null, 2), 'json');
  },
  /** A sentence of the specification. */
  clause({ contract }, id = '') {
    const text = contract.clauses.get(id)?.text.replaceAll(' | ', ': ');
    return text && `${ended(text)} (${link(`${PATHS.clauses}#${anchor(id)}`, 'specified')})`;
  },
  /** What the contract decides where the specification is silent. */
  assumption({ contract }, id = '') {
    const text = contract.assumptions.get(id)?.statement;
    return text && `${ended(text)} (${link(`${PATHS.assumptions}#${anchor(id)}`, 'assumed')})`;
  },
  /** The status of an error, by the name of its example. */
  status: (known, name) => errorOf(known, name)?.status,
  /** The headers of an error as the document shows them. */
  headers(known, name) {
    const shown = errorOf(known, name)?.headers.map(({ header, value }) => code(`${header}: ${value}`));
    return shown?.length ? shown.join(', ') : undefined;
  },
  /** The errors of the contract, each with the first thing to do and the first not to do. */
  errors(known) {
    const rows = errorSections(known)
      .filter(({ isContract }) => isContract)
      .map(({ advice: { id, status, title, todo, never } }) => [
        status,
        link(`${PATHS.errors}#${id}`, title),
        todo[0] ?? '',
        never[0] ?? '',
      ]);
    return table(['status', 'what it means', 'do', 'never'], rows);
  },
};

const operationOf = ({ contract }: Known, id: string | undefined) => contract.operations.find((one) => one.id === id);

const errorOf = (known: Known, name: string | undefined) =>
  errorSections(known)
    .flatMap(({ shown }) => shown)
    .find((one) => one.name === name);

const ended = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '');

function cut(value: unknown, items: number): unknown {
  if (Array.isArray(value)) return value.slice(0, items).map((one) => cut(one, items));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cut(one, items)]));
}

const PLACEHOLDER = /\{\{([\w-]+)((?: [\w./-]+)*)\}\}/g;

/**
 * A text with what the document states instead of its placeholders, `{{status server-error}}`, and with files: `{{file PATH}}`.
 * @param read reads a file of the repository
 * @returns undefined if the document does not have something that the text speaks of
 * @throws when a placeholder is unknown
 */
export function withFacts(known: Known, text: string, read: (file: string) => string): string | undefined {
  let isWhole = true;
  const whole = text.replaceAll(PLACEHOLDER, (placeholder: string, name: string, rest: string) => {
    if (name === 'file') return fence(read(rest.trim()).trim(), extname(rest.trim()).slice(1));
    const fact = FACTS[name];
    if (!fact) throw new Error(`${placeholder}: expected one of ${Object.keys(FACTS).join(', ')}`);
    const found = fact(known, ...rest.split(' ').filter(Boolean));
    isWhole &&= found !== undefined;
    return found ?? '';
  });
  return isWhole ? whole : undefined;
}
