import type { DocumentedOperation } from '@vehicle-lookup/openapi';
import { successForms } from '../contract/envelopes.ts';
import { exampleValues } from '../contract/example-values.ts';
import { allFields, type Field, fieldsAt, idOf } from '../contract/fields.ts';
import { operationTitle } from '../contract/requests.ts';
import { isHeading, parseMarkdown, textOf } from '../markdown/parse.ts';
import { line } from '../markdown/write.ts';
import { markdownOf, type SitePage } from '../page.ts';
import type { Site } from '../site.ts';
import { beginningOf } from './excerpt.ts';
import type { SearchEntry } from './find.ts';

/** Maximum length of a text in the index. Longer texts are truncated. */
const LONGEST = 600;

/** Rank factors by path. Practical pages rank before the specification, the assumptions and the READMEs. */
const WEIGHTS: readonly [start: string, weight: number][] = [
  ['clauses', 0.4],
  ['assumptions', 0.5],
  ['guides/', 0.8],
  ['packages/', 0.65],
];

/** Returns the search entries for pages, sections and fields. */
export function searchEntries(site: Site, pages: readonly SitePage[]): SearchEntry[] {
  const entries = pages.filter(({ path }) => path !== '404').flatMap((page) => pageEntries(page, weightOf(site, page)));
  // A status that several operations share, or a section with the same text, is listed only once.
  const keyOf = ({ path, title, text }: SearchEntry): string =>
    /^operations\/.*#/.test(path) ? `${title} ${path.includes('#status-') ? '' : text}` : path;
  const listed = [...Map.groupBy(entries, keyOf).values()].flatMap(([first]) => first ?? []);
  return [...listed, ...fieldEntries(site)];
}

/** Returns the rank factor of a page. Packages that are parts of other packages rank last. */
function weightOf({ texts }: Site, { path }: SitePage): number {
  if (texts.some((text) => text.path === path && !text.isListed)) return 0.25;
  return WEIGHTS.find(([start]) => path.startsWith(start))?.[1] ?? 1;
}

function pageEntries(page: SitePage, weight: number): SearchEntry[] {
  const { path, title, label = title, keywords = {}, body } = page;
  const isPackage = path.startsWith('packages/') && path !== 'packages/index';
  const isText = isPackage || path.startsWith('guides/');
  const name = isPackage ? label : title;
  return sectionsOf(name, markdownOf(body)).map(({ id, heading, text, code }, index, { length }) => ({
    title: index > 0 && isPackage ? `${label}: ${heading}` : heading,
    path: id === '' ? `${path}.html` : `${path}.html#${id}`,
    keywords: [...(keywords[id] ?? [])],
    ...(isText ? { code } : {}),
    text: beginningOf(text, LONGEST),
    ...(index === 0 ? {} : { kind: title }),
    // If two sections contain the same words, the earlier section ranks higher, because common cases come before rare cases.
    weight: weight * (index === 0 || keywords[id] || isPackage ? 1 : 0.6) * (1 - (0.2 * index) / length),
  }));
}

/** Returns the text and the inline code below each heading. Code blocks are omitted, because samples contain too many words. */
function sectionsOf(title: string, markdown: string) {
  const sections = [{ id: '', heading: title, text: '', code: [] as string[] }];
  for (const token of parseMarkdown(markdown)) {
    const last = sections.at(-1);
    if (isHeading(token)) sections.push({ id: token.id, heading: textOf(token.tokens).trim(), text: '', code: [] });
    else if (last) {
      last.text += ` ${textOf([token]).replaceAll(/\[!\w+\]/g, '')}`;
      if (token.type !== 'code') last.code.push(...(token.raw.match(/(?<=`)[^`\n]+(?=`)/g) ?? []));
    }
  }
  return sections.map((one) => ({ ...one, text: line(one.text), code: [...new Set(one.code)] }));
}

/** Returns one entry per field, even if several operations have the field. */
function fieldEntries({ contract }: Site): SearchEntry[] {
  const entries = new Map<string, SearchEntry>();
  for (const operation of contract.operations) {
    const values = exampleValues(operation);
    const [form] = successForms(contract.document, operation);
    const add = (field: Field): void => {
      const known = entries.get(field.pointer);
      if (known) known.kind = `${known.kind}, ${operationTitle(operation)}`;
      else entries.set(field.pointer, fieldEntry(field, operation, values.get(field.name) ?? []));
    };
    if (form) allFields(fieldsAt(contract.document, form.at)).forEach(add);
  }
  return [...entries.values()];
}

function fieldEntry(field: Field, operation: DocumentedOperation, values: readonly string[]): SearchEntry {
  const { name, path, description, schema } = field;
  const label = String(schema['x-label'] ?? '');
  // Readers may type a part number with or without spaces.
  const compact = values
    .filter((value) => /\p{L}/u.test(value) && /\d/.test(value) && /\s/.test(value))
    .map((one) => one.replaceAll(/\s/g, ''));
  return {
    title: label ? `${name}: ${label}` : name,
    path: `operations/${operation.id}.html#${idOf('field', path)}`,
    keywords: [name, label, ...compact].filter(Boolean),
    text: `${description.replaceAll('`', '')}${values.length > 0 ? ` For example ${values.join(', ')}.` : ''}`,
    kind: `Field of ${operationTitle(operation)}`,
    weight: 1.1,
  };
}
