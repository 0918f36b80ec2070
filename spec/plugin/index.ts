import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { extensionTypes } from './extension-types.ts';
import { decorator, onePathPerOperation, trueAddresses } from './projections.ts';
import { type Check, rule } from './rule.ts';

/** Every file in rules/ is the rule of its name. */
const folder = join(import.meta.dirname, 'rules');
const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const rules = await Promise.all(
  files.map(async (file) => {
    const { check } = (await import(join(folder, file))) as { check: Check };
    return [file.replace('.ts', ''), rule(check)] as const;
  }),
);

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
