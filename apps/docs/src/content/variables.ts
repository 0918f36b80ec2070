import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { dereference, jsonOf, member, members } from '@vehicle-lookup/openapi';
import type { KnownContract } from '../contract/contract.ts';
import { successesOf } from '../contract/envelopes.ts';
import { requestLine, sampleRequest, sampleValues } from '../contract/requests.ts';
import { samplesOf, variableOf } from '../contract/samples.ts';
import { code, fence, json, line, table, to, toOperation } from '../markdown/write.ts';
import { errorSections } from './error-sections.ts';

/** Returns the value of a placeholder, or undefined if the document does not contain the value. */
export type Variable = (known: KnownContract, ...args: string[]) => string | undefined;

/** Variables for all texts, keyed by the first word of the placeholder. The other words are arguments. */
const VARIABLES: Readonly<Record<string, Variable>> = {
  /** Base URL of the first server. */
  address: ({ servers }) => servers[0]?.address,
  /** Number of operations. */
  operations: ({ contract }) => String(contract.operations.length),
  /** Method and path of every request. */
  endpoint: ({ contract: { table: entries } }) => code(`${entries.method} ${entries.path}`),
  /** Credential names with their environment variables. */
  credentials: ({ contract }) =>
    contract.table.credentials.map((name) => `${code(name)} (${code(variableOf(name))})`).join(' and '),
  /** Link to an operation's page. */
  operation: (known, id) => operationOf(known, id) && toOperation(id ?? ''),
  /** Request line of an operation. */
  request(known, id) {
    const operation = operationOf(known, id);
    return operation && fence(requestLine(known.contract, operation), 'http');
  },
  /** Program in a given language that sends the request of an operation. */
  sample(known, language, id) {
    const operation = operationOf(known, id);
    const sample = operation && samplesOf(sampleRequest(known, operation)).find((one) => one.id === language);
    return sample && fence(sample.source, sample.language);
  },
  /** Languages of the samples, with links. */
  languages(known) {
    const [operation] = known.contract.operations;
    const samples = operation && samplesOf(sampleRequest(known, operation));
    return samples?.map(({ id, label }) => to(`operations/${operation?.id}#sample-${id}`, label)).join(', ');
  },
  /** Example of a successful response, with a maximum number of items in each array. */
  response(known, id, name, items = '2') {
    const operation = operationOf(known, id);
    const responses = operation ? successesOf(operation) : [];
    const example = responses.flatMap((one) => jsonOf(one)?.examples ?? []).find((one) => one.name === name);
    return example && json(cut(example.value, Number(items)));
  },
  /** Sentence of the specification. */
  clause({ contract }, id = '') {
    const text = contract.clauses.get(id)?.text.replaceAll(' | ', ': ');
    return text && `${ended(text)} (${to(`clauses#${id}`, 'specified')})`;
  },
  /** Statement of an assumption. */
  assumption({ contract }, id = '') {
    const text = contract.assumptions.get(id)?.statement;
    return text && `${ended(text)} (${to(`assumptions#${id}`, 'assumed')})`;
  },
  /** Status of an error, identified by its example name. */
  status: (known, name) => errorOf(known, name)?.status,
  /** Headers of an error, identified by its example name. */
  headers(known, name) {
    const shown = errorOf(known, name)?.headers.map(({ header, value }) => code(`${header}: ${value}`));
    return shown?.length ? shown.join(', ') : undefined;
  },
  /** Table of the errors in the contract, each with its first advice. */
  errors(known) {
    const rows = errorSections(known)
      .filter(({ isContract }) => isContract)
      .map(({ id, statuses, title, todo, never }) => [statuses.join(', '), to(`errors#${id}`, title), todo, never]);
    return table(['Status', 'Meaning', 'What to do', 'What not to do'], rows);
  },
  /** Table of the statuses in the contract, with their meanings and the operations that declare them. */
  statuses(known) {
    const { operations } = known.contract;
    const sections = errorSections(known).filter(({ isContract }) => isContract);
    const all = operations.flatMap(({ id, responses }) => responses.map((response) => ({ id, ...response })));
    const rows = [...Map.groupBy(all, ({ status }) => status)].map(([status, responses]) => {
      const section = sections.find(({ statuses }) => statuses.includes(status));
      const names = responses.map(({ id }) => toOperation(id)).join(', ');
      const meaning = section ? to(`errors#${section.id}`, section.title) : "The operation's data.";
      return [code(status), responses.length === operations.length ? 'every operation' : names, meaning];
    });
    return table(['Status', 'Operations', 'Meaning'], rows.sort());
  },
  /** Table of the headers that the document declares, with their statuses. */
  'declared-headers'({ contract: { document, operations } }) {
    const found = new Map<string, { statuses: Set<string>; meaning: string }>();
    for (const { status, node } of operations.flatMap((operation) => operation.responses))
      for (const [name, header] of members(member(node, 'headers'))) {
        const meaning = String(member(dereference(document, header), 'description') ?? '');
        const statuses = found.get(name)?.statuses ?? new Set();
        found.set(name, { statuses: statuses.add(status), meaning });
      }
    const rows = [...found].map(([name, { statuses, meaning }]) => [code(name), [...statuses].join(', '), meaning]);
    return rows.length === 0 ? undefined : table(['Header', 'Statuses', 'Meaning'], rows);
  },
  /** Table of the example values of each parameter. */
  inputs({ contract }) {
    const found = new Map<string, Set<string>>();
    for (const { name, value, isSelector } of contract.operations.flatMap((one) => sampleValues(contract, one)))
      if (!isSelector) found.set(name, (found.get(name) ?? new Set()).add(code(value)));
    const rows = [...found].map(([name, values]) => [code(name), [...values].join(', ')]);
    return table(['Parameter', 'Values in the examples'], rows);
  },
};

const operationOf = ({ contract }: KnownContract, id: string | undefined) =>
  contract.operations.find((one) => one.id === id);

const errorOf = (known: KnownContract, name: string | undefined) =>
  errorSections(known)
    .flatMap(({ shown }) => shown)
    .find((one) => one.name === name);

/** Removes the full stop at the end of a text. */
const ended = (text: string): string => line(text).replace(/\.$/, '');

function cut(value: unknown, items: number): unknown {
  if (Array.isArray(value)) return value.slice(0, items).map((one) => cut(one, items));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cut(one, items)]));
}

const PLACEHOLDER = /\{\{([\w-]+)((?: [\w./-]+)*)\}\}/g;

/**
 * Replaces the placeholders in a text, such as `{{status server-error}}`. `{{file PATH}}` inserts a file as a code block.
 * @param read reads a file of the repository
 * @param own additional variables for this text
 * @returns undefined if the document lacks one of the values
 * @throws if a variable is unknown
 */
export function withVariables(
  known: KnownContract,
  text: string,
  read: (file: string) => string,
  own: Readonly<Record<string, Variable>> = {},
): string | undefined {
  const variables = { ...VARIABLES, ...own };
  let isWhole = true;
  const whole = text.replaceAll(PLACEHOLDER, (placeholder: string, name: string, rest: string) => {
    if (name === 'file') return fence(read(rest.trim()).trim(), extname(rest.trim()).slice(1));
    const variable = variables[name];
    if (!variable) throw new Error(`${placeholder}: expected one of ${Object.keys(variables).join(', ')}`);
    const value = variable(known, ...rest.split(' ').filter(Boolean));
    isWhole &&= value !== undefined;
    return value ?? '';
  });
  return isWhole ? whole : undefined;
}

/**
 * Returns `content/<name>.md` without its title and with its placeholders replaced.
 * Paragraphs and list items with values that the document lacks are omitted.
 */
export function ownText(known: KnownContract, name: string, own: Readonly<Record<string, Variable>> = {}): string {
  const text = readFileSync(new URL(`../../content/${name}.md`, import.meta.url), 'utf8').replace(/^# .*\n/, '');
  const parts = text.split(/\n(?=\n|- |\d+\. )/);
  return parts.flatMap((part) => withVariables(known, part, () => '', own) ?? []).join('\n');
}
