import { type DocumentedOperation, jsonOf } from '@vehicle-lookup/openapi';
import { successesOf, successForms } from '../contract/envelopes.ts';
import { type Field, fieldsAt } from '../contract/fields.ts';
import { operationTitle } from '../contract/requests.ts';
import { sampleRequest } from '../contract/sample-request.ts';
import { samplesOf } from '../contract/samples.ts';
import { anchor, operationPath, PATHS } from '../site/links.ts';
import type { Site, SitePage } from '../site.ts';
import { beginningOf } from './excerpt.ts';
import type { SearchEntry } from './find.ts';
import { LONGEST, sectionsOf } from './sections.ts';

/** What a specification or a decision says is worth less than the page that says what to do. */
const WEIGHTS: Readonly<Record<string, number>> = { [PATHS.clauses]: 0.4, [PATHS.assumptions]: 0.5, [PATHS.all]: 0 };

/** Everything that the search finds: pages with their own words, fields and sections. */
export function searchEntries(site: Site, pages: readonly SitePage[]): SearchEntry[] {
  const own = pages.flatMap(({ path, entries }) =>
    // Of two that have the same words, the one that stands first on its page: the usual case before the rare one.
    entries.map((entry, index) => ({ weight: (WEIGHTS[path] || 1) * (1 - (0.2 * index) / entries.length), ...entry })),
  );
  const known = new Set(own.map(({ path }) => path));
  const sections = pages.flatMap(({ path, title, main }) => {
    const weight = WEIGHTS[path] ?? 0.6;
    if (weight === 0) return [];
    return sectionsOf(main).map(
      ({ id, heading, text }): SearchEntry => ({
        title: heading,
        path: `${path}#${id}`,
        keywords: [],
        text: beginningOf(text, LONGEST),
        kind: title,
        weight,
      }),
    );
  });
  const others = sections.filter(({ path }) => !known.has(path));
  return [...own, ...languageEntries(site), ...fieldEntries(site), ...withoutRepeated(others)];
}

/** Of the statuses that several operations have, the first: a reader who looks for 401 wants one line. */
function withoutRepeated(sections: readonly SearchEntry[]): SearchEntry[] {
  const seen = new Set<string>();
  return sections.filter(({ path, title }) => {
    if (!path.includes('#status-')) return true;
    const isFirst = !seen.has(title);
    seen.add(title);
    return isFirst;
  });
}

/** Where the samples of each language stand first. */
function languageEntries(site: Site): SearchEntry[] {
  const [operation] = site.contract.operations;
  if (!operation) return [];
  return samplesOf(sampleRequest(site, operation)).map(({ id, label, language }) => ({
    title: `Samples: ${label}`,
    path: `${operationPath(operation.id)}#${anchor('sample', id)}`,
    keywords: [id, label, language],
    text: 'The page of each operation has its request in this language.',
    kind: operationTitle(operation),
  }));
}

/** An entry for each field, however many operations have it. */
function fieldEntries({ contract }: Site): SearchEntry[] {
  const entries = new Map<string, SearchEntry>();
  for (const operation of contract.operations) {
    const values = exampleValues(operation);
    const [form] = successForms(contract.document, operation);
    const add = (field: Field): void => {
      field.fields.forEach(add);
      const entry = entries.get(field.pointer);
      const title = operationTitle(operation);
      if (entry) entry.kind = `${entry.kind}, ${title}`;
      else entries.set(field.pointer, fieldEntry(field, operation, values.get(field.name) ?? []));
    };
    if (form) fieldsAt(contract.document, form.at).forEach(add);
  }
  return [...entries.values()];
}

function fieldEntry({ name, path, description, schema }: Field, operation: DocumentedOperation, values: string[]) {
  const label = schema['x-label'] === undefined ? '' : String(schema['x-label']);
  // A part number is typed with and without its spaces.
  const compact = values
    .filter((value) => /\d/.test(value) && /\s/.test(value))
    .map((one) => one.replaceAll(/\s/g, ''));
  const examples = values.length > 0 ? ` For example ${values.join(', ')}.` : '';
  return {
    title: label ? `${name}: ${label}` : name,
    path: `${operationPath(operation.id)}#${anchor('field', path)}`,
    keywords: [name, label, ...compact].filter(Boolean),
    text: `${description.replaceAll('`', '')}${examples}`,
    kind: `Field of ${operationTitle(operation)}`,
    weight: 1.1,
  };
}

/** The texts and numbers of an operation's examples, by the name of their field. */
function exampleValues(operation: DocumentedOperation): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const one of value) add(one, name);
    else if (typeof value === 'object' && value !== null)
      for (const [key, member] of Object.entries(value)) add(member, key);
    else if (value !== '' && value !== null) found.set(name, [...new Set([...(found.get(name) ?? []), `${value}`])]);
  };
  for (const response of successesOf(operation))
    for (const { value } of jsonOf(response)?.examples ?? []) add(value, '');
  return found;
}
