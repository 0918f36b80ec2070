import { inlined } from '../openapi/inline.ts';
import type { Document } from '../openapi/openapi.ts';
import { extensionTypes } from './extension-types.ts';
import { type RuleFinding, rule } from './rule.ts';
import { consistency, subset } from './rules/index.ts';

export type { Check, RuleFinding } from './rule.ts';

const checks = Object.entries({ ...subset, ...consistency });

/**
 * Returns the findings of the rules in `rules/subset`: the parts of a document from which code cannot be derived.
 * @param document a bundled document
 */
export function subsetFindings(document: Document): RuleFinding[] {
  const whole = inlined(document);
  return Object.values(subset).flatMap((check) => check(whole, {}));
}

/**
 * Creates the Redocly plugin for documents in which query parameters select the operation. `extends: selectors/all` enables
 * every rule.
 */
export default function selectors(): object {
  return {
    id: 'selectors',
    configs: { all: { rules: Object.fromEntries(checks.map(([name]) => [`selectors/${name}`, 'error'])) } },
    rules: { oas3: Object.fromEntries(checks.map(([name, check]) => [name, rule(check)])) },
    typeExtension: { oas3: extensionTypes },
  };
}
