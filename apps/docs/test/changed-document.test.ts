import type { DocumentedOperation, Json } from '@vehicle-lookup/openapi';
import { expect, test } from 'vitest';
import { frame } from '../src/layout/frame.ts';
import { type Block, htmlOf, markdownOf } from '../src/page.ts';
import { envelopesPage } from '../src/pages/envelopes.ts';
import { operationPage } from '../src/pages/operation.ts';
import { allOperationsPage } from '../src/pages/operations.ts';
import type { Site } from '../src/site.ts';
import { tabs } from '../src/widgets/layout.ts';
import { rows } from '../src/widgets/rows.ts';
import { attributes, contract, mainOf, site, textOf } from './rendered.ts';

/** Returns a copy of the site with an operation that a test can modify. */
function withOperation(id: string): { changed: Site; operation: DocumentedOperation } {
  const operations = structuredClone(contract.operations);
  const operation = operations.find((one) => one.id === id);
  if (!operation) throw new Error(`no operation ${id}`);
  return { changed: { ...site, contract: { ...contract, operations } }, operation };
}

const twice = (list: readonly string[]): string[] => list.filter((one, index) => list.indexOf(one) !== index);

test('an operation with several successful statuses has unique ids, and all its links are valid', () => {
  const { changed, operation } = withOperation('getFluids');
  const [first] = operation.responses;
  if (first) operation.responses.splice(1, 0, { ...first, status: '206' });
  for (const page of [operationPage(changed, operation), allOperationsPage(changed)]) {
    const html = frame(changed, [], page);
    const ids = attributes(html, ' id');
    expect(twice(ids)).toEqual([]);
    const ends = [
      'response',
      'response-full',
      'response-206',
      'response-206-full',
      'example-206-full',
      'field-206-data',
    ];
    for (const end of ends)
      expect(
        ids.some((id) => id.endsWith(end)),
        end,
      ).toBe(true);
    for (const link of attributes(mainOf(html), 'href')) if (link.startsWith('#')) expect(ids).toContain(link.slice(1));
  }
});

test('ids stay unique if a description contains the same headings as the page', () => {
  const { changed, operation } = withOperation('getFluids');
  operation.node.description = `About.\n\n## Parameters\n\n> ### Errors\n\n${operation.node.description}`;
  expect(twice(attributes(frame(changed, [], operationPage(changed, operation)), ' id'))).toEqual([]);
});

test('special characters in an error message are shown as text', () => {
  const message = 'expected ^[^\\s\\-\\[]*$ or *a* __b__ <!-- c --> ![d](e) [f](/nowhere) `g` https://h.example/i_j';
  const { changed, operation } = withOperation('getFluids');
  const examples = operation.responses.flatMap(({ status, media }) =>
    status === '404' ? media.flatMap((one) => one.examples) : [],
  );
  expect(examples).not.toEqual([]);
  for (const example of examples) example.value = { success: false, message } as Json;
  const { body } = operationPage(changed, operation);
  const summaries = [...htmlOf(body).markup.matchAll(/<summary>([\s\S]*?)<\/summary>/g)].map(([, one = '']) =>
    textOf(one),
  );
  expect(summaries).toContain(`${examples[0]?.name} ${message}`);
  expect(textOf(htmlOf([markdownOf(body)]).markup)).toContain(`${examples[0]?.name} ${message}`);
});

test('special characters in the label and type of a row are shown as text in HTML and Markdown', () => {
  const row = { name: 'a', path: 'a', label: '*l* <b>', type: '[t](/x)', flags: [], text: '', more: [], rows: [] };
  const widget = rows([row]);
  for (const block of [widget, widget.markdown ?? ''] satisfies Block[])
    expect(textOf(htmlOf([block]).markup)).toContain('a *l* <b> [t](/x)');
});

test('an operation without specific assumptions and clauses mentions only the shared assumptions', () => {
  const provenance = { ...site.provenance, assumptionsOf: () => [], clausesOf: () => [] };
  const [operation] = contract.operations;
  const text = operation ? markdownOf(operationPage({ ...site, provenance }, operation).body) : '';
  const [, rest = ''] = text.split('## Assumptions {#rests-on}\n');
  expect(rest).toContain('is based only on the [assumptions about every operation](/assumptions#every-operation).');
  expect(rest.split('\n## ')[0]).not.toMatch(/:\s*$/m);
});

test('the envelopes page omits the section about assumptions if the document does not have any', () => {
  const bare = { ...site, contract: { ...contract, assumptions: new Map(), clauses: new Map() } };
  expect(markdownOf(envelopesPage(bare).body)).not.toMatch(/## Assumptions|:\s*$/m);
});

test('a panel title can have several words', () => {
  const widget = tabs('group', 'Label', [{ name: 'two words', body: ['x'] }], 'panel');
  expect(attributes(htmlOf([widget]).markup, ' id')).toEqual(['panel-two-words']);
  expect(widget.markdown).toContain('### two words {#panel-two-words}');
});
