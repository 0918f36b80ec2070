import { ASSUMPTION_TEXTS } from '../../../extensions/assumptions.ts';
import { member, members } from '../../../openapi/node.ts';
import type { Path } from '../../../openapi/openapi.ts';
import { at, keysOf } from '../../../openapi/pointer.ts';
import { walk } from '../../../openapi/walk.ts';
import { expandKeys, namesIn } from '../../../provenance/element-names.ts';
import { idsOf, MEANING } from '../../../provenance/marks.ts';
import type { Check, RuleFinding } from '../../rule.ts';

/**
 * Checks that every `x-assumes` covers an existing keyword and names an entry of `x-assumptions`, and that every entry is used
 * and complete.
 */
export const check: Check = (document) => {
  const known = new Map(members(document['x-assumptions']));
  const used = new Set<string>();
  const findings: RuleFinding[] = [];
  for (const { node, at: where, named } of walk(document)) {
    if (named || !('x-assumes' in node)) continue;
    const marks = members(node['x-assumes']);
    if (marks.length === 0) {
      const message = 'x-assumes: expected entries such as `required: some-id`, found none';
      findings.push({ message, at: [...where, 'x-assumes'] });
    }
    for (const [key, value] of marks) {
      const here: Path = [...where, 'x-assumes', key];
      // Rules read a document without `$ref`s, so a `$ref` at the end of the key is removed.
      const place = keysOf(`/${key.replace(/\/\$ref$/, '')}`);
      if (key !== MEANING && expandKeys(node, '', place).length === 0) {
        findings.push({ message: `x-assumes: ${key} does not exist; ${knownInstead(node, key)}`, at: here });
      }
      const ids = idsOf(value);
      if (ids.length === 0) {
        findings.push({ message: `x-assumes: ${key}: expected an ID from x-assumptions, or a list of IDs`, at: here });
      }
      for (const id of ids) {
        used.add(id);
        if (known.has(id)) continue;
        const message = `x-assumes: ${key}: expected an ID from x-assumptions, found "${id}"; known IDs: ${[...known.keys()].join(', ')}`;
        findings.push({ message, at: here });
      }
    }
    for (const key of Object.keys(Object(node['x-specified']))) {
      if (marks.some(([marked]) => marked.split('/')[0] === key)) continue;
      const message = `x-specified: ${key}: expected the same keyword in x-assumes, found none`;
      findings.push({ message, at: [...where, 'x-specified', key] });
    }
  }
  for (const [id, entry] of known) {
    const place: Path = ['x-assumptions', id];
    if (!used.has(id)) {
      findings.push({ message: `assumption ${id}: expected an x-assumes that refers to it, found none`, at: place });
    }
    for (const name of [...ASSUMPTION_TEXTS, 'strength']) {
      const text = member(entry, name);
      if (typeof text === 'string' && text.trim() !== '') continue;
      findings.push({ message: `assumption ${id}: expected a string in ${name}, found none`, at: [...place, name] });
    }
  }
  return findings;
};

/** Returns the longest existing prefix of a path and the keys at this location, for a message. */
function knownInstead(node: Record<string, unknown>, path: string): string {
  const keys = keysOf(`/${path}`);
  const found = (length: number) => expandKeys(node, '', keys.slice(0, length));
  let depth = keys.length - 1;
  while (depth > 0 && found(depth).length === 0) depth--;
  if (depth === 0) {
    const there = Object.keys(node).filter((name) => !name.startsWith('x-'));
    return `expected ${MEANING}, or a keyword of this node: ${there.join(', ')}`;
  }
  const [deepest = ''] = found(depth);
  return `${keys.slice(0, depth).join('/')} has ${namesIn(at(node, deepest)).join(', ') || 'nothing'}`;
}
