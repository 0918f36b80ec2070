import { ASSUMPTION_TEXTS } from '../../../document/assumptions.ts';
import { member, members } from '../../../document/node.ts';
import type { Path } from '../../../document/openapi.ts';
import { walk } from '../../../document/walk.ts';
import type { Check, Finding } from '../../rule.ts';

/** Every x-assumes names an entry of x-assumptions, every entry is used, and every entry has all its texts. */
export const check: Check = (document) => {
  const known = new Map(members(document['x-assumptions']));
  const used = new Set<unknown>();
  const findings: Finding[] = [];
  for (const { node, at, named } of walk(document)) {
    if (named || !('x-assumes' in node)) continue;
    const ids = node['x-assumes'];
    if (!Array.isArray(ids)) {
      findings.push({ message: 'x-assumes: expected a list of assumption ids', at: [...at, 'x-assumes'] });
      continue;
    }
    for (const [index, id] of ids.entries()) {
      used.add(id);
      if (known.has(id)) continue;
      const message = `x-assumes: expected an id of x-assumptions, found ${JSON.stringify(id)}`;
      findings.push({ message, at: [...at, 'x-assumes', index] });
    }
  }
  for (const [id, entry] of known) {
    const at: Path = ['x-assumptions', id];
    if (!used.has(id))
      findings.push({ message: `assumption ${id}: expected an x-assumes that names it, found none`, at });
    for (const name of ASSUMPTION_TEXTS) {
      const text = member(entry, name);
      if (typeof text === 'string' && text.trim() !== '') continue;
      findings.push({ message: `assumption ${id}: expected a text in ${name}, found none`, at: [...at, name] });
    }
  }
  return findings;
};
