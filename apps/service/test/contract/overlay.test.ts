import type { Document } from '@vehicle-lookup/openapi';
import { describe, expect, test } from 'vitest';
import { applyOverlay } from '../../contract/overlay.ts';

const base = {
  openapi: '3.1.1',
  info: { title: 'Library', version: '1.0.0' },
  paths: {},
  components: { headers: { Left: { schema: { type: 'string' } } }, schemas: { Book: {}, Shelf: {} } },
} as Document;
const apply = (text: string) => applyOverlay(base, text, 'overlay.yaml');
const overlay = (actions: string) => `overlay: 1.0.0\ninfo: { title: More, version: 1.0.0 }\nactions:\n${actions}`;

test('the actions are applied without modifying the given document', () => {
  const before = structuredClone(base);
  const changed = apply(overlay('  - target: $.components.schemas.*\n    update: { description: Added. }\n'));
  expect(changed.components?.schemas).toEqual({ Book: { description: 'Added.' }, Shelf: { description: 'Added.' } });
  expect(base).toEqual(before);
});

describe('an invalid overlay is rejected with the line number:', () => {
  test.each([
    [
      'a target without a match, with the existing names',
      overlay('  - target: $.info\n    update: {}\n  - target: $.components.schemas.Bok\n    update: {}\n'),
      'overlay.yaml:6 target $.components.schemas.Bok has no match; $.components.schemas has Book, Shelf',
    ],
    [
      'a target in a missing part of the document',
      overlay("  - target: $.webhooks['new']\n    update: {}\n"),
      "overlay.yaml:4 target $.webhooks['new'] has no match; $ has openapi, info, paths, components",
    ],
    ['a target that is not a JSONPath', overlay('  - target: $.[\n    update: {}\n'), /^overlay\.yaml:4 .*JSONPath/],
    [
      'an action without a target',
      overlay('  - update: {}\n'),
      /^overlay\.yaml:4 target: expected a JSONPath.*undefined$/,
    ],
    ['an action without an effect', overlay('  - target: $.info\n'), 'overlay.yaml:4 expected update, or remove: true'],
    ['no actions', 'overlay: 1.0.0\nactions: []\n', 'overlay.yaml:2 actions: expected a list with at least one action'],
    [
      'an unsupported version',
      'overlay: 2.0.0\nactions: [{ target: $, update: {} }]\n',
      'overlay.yaml:1 overlay: expected a version 1.0.x or 1.1.x, got "2.0.0"',
    ],
    ['broken YAML', 'overlay: 1.0.0\nactions: [\n', /^overlay\.yaml:\d+ /],
    ['an empty file', '', /^overlay\.yaml:1 overlay: expected a version 1\.0\.x or 1\.1\.x, got undefined$/],
  ])('%s', (_, text, message) => {
    expect(() => apply(text)).toThrow(typeof message === 'string' ? new Error(message) : message);
  });
});
