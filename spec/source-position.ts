import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNode, LineCounter, parseDocument } from 'yaml';

const ROOT = 'openapi.yaml';
const KINDS = ['schemas', 'parameters', 'headers', 'responses', 'examples'];

/**
 * Returns the source position of a place in the bundled document, such as `components/schemas/Vehicle.yaml:4`.
 * @param at keys from the root of the bundle; for a missing node, its nearest existing ancestor is used
 */
export function sourcePosition(at: readonly (string | number)[]): string {
  const split = sourceOf(at);
  const { file, keys } = existsSync(join(import.meta.dirname, split.file)) ? split : { file: ROOT, keys: [...at] };
  const lines = new LineCounter();
  const document = read(file, lines);
  for (let length = keys.length; length > 0; length--) {
    const node = document.getIn(keys.slice(0, length), true);
    if (isNode(node) && node.range) return `${file}:${lines.linePos(node.range[0]).line}`;
  }
  return `${file}:1`;
}

const read = (file: string, lineCounter = new LineCounter()) =>
  parseDocument(readFileSync(join(import.meta.dirname, file), 'utf8'), { lineCounter });

/** Returns the source file of a place and the keys in this file. Files are named after their content. */
function sourceOf(at: readonly (string | number)[]): { file: string; keys: (string | number)[] } {
  const [root, kind, name, ...rest] = at.map((key) => (/^\d{1,2}$/.test(String(key)) ? Number(key) : key));
  if (root === 'components' && kind === 'pathItems') return { file: `operations/${name}.yaml`, keys: rest };
  if (root === 'components' && KINDS.includes(String(kind)) && name !== undefined) {
    const own = `components/${kind}/${name}.yaml`;
    const files = globSync(`components/${kind}{,/*}.yaml`, { cwd: import.meta.dirname });
    if (files.includes(own)) return { file: own, keys: rest };
    const shared = files.find((file) => read(file).has(name));
    if (shared !== undefined) return { file: shared, keys: [name, ...rest] };
  }
  const below = at.slice(1);
  if (root === 'x-clauses') return { file: 'clauses.yaml', keys: [...below] };
  if (root === 'x-assumptions') return { file: 'assumptions.yaml', keys: [...below] };
  return { file: ROOT, keys: [...at] };
}
