import { join } from 'node:path';
import { loadModules } from '@vehicle-lookup/modules';
import { inlined } from '../openapi/inline.ts';
import type { Document } from '../openapi/openapi.ts';
import { extensionTypes } from './extension-types.ts';
import { type Check, type RuleFinding, rule } from './rule.ts';

export type { Check, RuleFinding } from './rule.ts';

/** Every file is the rule of its name. */
async function loadChecks(directory: string): Promise<Map<string, Check>> {
  const modules = await loadModules(join(import.meta.dirname, 'rules', directory));
  return new Map([...modules].map(([name, module]) => [name, module.check as Check]));
}

/** Whether programs can derive from a document. */
const subset = await loadChecks('subset');
/** Whether a document is complete and without contradictions. */
const consistency = await loadChecks('consistency');
const checks = [...subset, ...consistency];

/**
 * The parts of a document that programs cannot derive from: the findings of the rules in `rules/subset`.
 * @param document a bundled document
 */
export function subsetFindings(document: Document): RuleFinding[] {
  const whole = inlined(document);
  return [...subset.values()].flatMap((check) => check(whole, {}));
}

/**
 * The Redocly plugin for documents in which query selectors choose the operation of a single path. `extends: selectors/all`
 * switches every rule on.
 */
export default function selectors(): object {
  return {
    id: 'selectors',
    configs: { all: { rules: Object.fromEntries(checks.map(([name]) => [`selectors/${name}`, 'error'])) } },
    rules: { oas3: Object.fromEntries(checks.map(([name, check]) => [name, rule(check)])) },
    typeExtension: { oas3: extensionTypes },
  };
}
