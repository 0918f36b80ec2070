import { join } from 'node:path';
import type { Document } from '../document/openapi.ts';
import { onePathPerOperation, trueAddresses } from '../document/projections.ts';
import { loadModules } from '../modules/index.ts';
import { extensionTypes } from './extension-types.ts';
import { type Check, rule, type Visitor } from './rule.ts';

export type { Check, Finding } from './rule.ts';

/** Every file in rules/ is the rule of its name. */
const rules = [...(await loadModules(join(import.meta.dirname, 'rules')))].map(
  ([name, module]) => [name, rule(module.check as Check)] as const,
);

/** Makes a Redocly decorator of a change to the bundled document. */
const decorator = (change: (document: Document) => void) => (): Visitor => ({
  Root: { leave: (document) => change(document as Document) },
});

/** The Redocly plugin for documents in which query selectors choose the operation of a single path. */
export default function selectors(): object {
  return {
    id: 'selectors',
    rules: { oas3: Object.fromEntries(rules) },
    decorators: {
      oas3: {
        'one-path-per-operation': decorator(onePathPerOperation),
        'true-addresses': decorator(trueAddresses),
      },
    },
    typeExtension: { oas3: extensionTypes },
  };
}
