import { bodyForms, deprecationOf, dereference, jsonOf, member, members } from '@vehicle-lookup/selectors/document';
import type { Contract } from './contract.ts';
import { type Field, fieldsAt } from './fields.ts';

/** What a caller has to know about something deprecated, in Markdown; undefined if the node is not deprecated. */
export function deprecationText(node: unknown): string | undefined {
  if (member(node, 'deprecated') !== true) return undefined;
  const terms = deprecationOf(node);
  if (terms === undefined) return 'Deprecated.';
  return `Deprecated since ${terms.since}; it works until ${terms.until}. Use instead: ${terms.use.replace(/\.$/, '')}.`;
}

/** Something that will be removed. */
export interface Deprecated {
  /** `the parameter \`vin\``, in Markdown. */
  what: string;
  text: string;
  operations: string[];
}

/** Everything deprecated that operations send or receive, in the order of the document. */
export function allDeprecated({ document, operations }: Contract): Deprecated[] {
  const found = new Map<string, Deprecated>();
  const add = (operation: string, what: string, node: unknown) => {
    const text = deprecationText(node);
    if (text === undefined) return;
    const one = found.get(what + text) ?? { what, text, operations: [] };
    if (!one.operations.includes(operation)) one.operations.push(operation);
    found.set(what + text, one);
  };
  const addFields = (operation: string, fields: readonly Field[]) => {
    for (const { path, schema, fields: members } of fields) {
      add(operation, `the field \`${path}\``, schema);
      addFields(operation, members);
    }
  };
  for (const { id, node, parameters, responses } of operations) {
    add(id, 'the operation', node);
    for (const { name, node: parameter } of parameters) add(id, `the parameter \`${name}\``, parameter);
    for (const [name, header] of responses.flatMap((response) => members(member(response.node, 'headers'))))
      add(id, `the header \`${name}\``, dereference(document, header));
    for (const media of responses.flatMap((response) => jsonOf(response) ?? [])) {
      for (const { at } of bodyForms(document, media.schema, [...media.at, 'schema']))
        addFields(id, fieldsAt(document, at));
    }
  }
  return [...found.values()];
}
