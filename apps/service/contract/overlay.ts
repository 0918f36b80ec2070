import type { Document } from '@vehicle-lookup/document';
import { query } from 'jsonpathly';
import { openapiOverlay } from 'openapi-format';
import { isNode, LineCounter, parseDocument } from 'yaml';

/**
 * Applies an OpenAPI Overlay (version 1.0 or 1.1) to a document.
 * @param text the overlay in YAML
 * @param file name of the overlay in messages
 * @returns the changed document; the given one stays as it was
 * @throws Error with a line for each fault: broken YAML, another version, an action that cannot be read, a target that matches nothing
 */
export async function applyOverlay(document: Document, text: string, file: string): Promise<Document> {
  const lines = new LineCounter();
  const yaml = parseDocument(text, { lineCounter: lines });
  const [broken] = yaml.errors;
  if (broken) throw new Error(`${file}:${broken.linePos?.[0].line ?? 1} ${broken.message}`);
  const lineOf = (keys: (string | number)[]): number => {
    const node = yaml.getIn(keys, true);
    return isNode(node) && node.range ? lines.linePos(node.range[0]).line : 1;
  };
  const fail = (keys: (string | number)[], message: string): never => {
    throw new Error(`${file}:${lineOf(keys)} ${message}`);
  };

  const { overlay: version, actions } = Object(yaml.toJS());
  if (!/^1\.[01]\.\d+$/.test(String(version)))
    fail(['overlay'], `overlay: expected a version 1.0.x or 1.1.x, got ${JSON.stringify(version)}`);
  if (!Array.isArray(actions) || actions.length === 0)
    fail(['actions'], 'actions: expected a list with at least one action');
  const wrong = (actions as unknown[]).flatMap((action, index) => {
    const message = faultOf(action);
    return message === undefined ? [] : [`${file}:${lineOf(['actions', index])} ${message}`];
  });
  if (wrong.length > 0) throw new Error(wrong.join('\n'));

  const base = structuredClone(document);
  const { data, resultData } = await openapiOverlay(base, { overlaySet: yaml.toJS() });
  const unused = (resultData.unusedActions as { target: string }[]).map(({ target }) => {
    const index = (actions as { target: string }[]).findIndex((action) => action.target === target);
    const message = `target ${target} matches nothing; ${knownInstead(document, target)}`;
    return `${file}:${lineOf(['actions', index, 'target'])} ${message}`;
  });
  if (unused.length > 0) throw new Error([...new Set(unused)].join('\n'));
  return data as Document;
}

function faultOf(action: unknown): string | undefined {
  const { target, update, remove } = Object(action);
  if (typeof target !== 'string' || !target.startsWith('$'))
    return `target: expected a JSONPath that begins with $, got ${JSON.stringify(target)}`;
  if (update === undefined && remove !== true) return 'expected update, or remove: true';
  return isPath(target) ? undefined : `target ${target} is not a JSONPath (RFC 9535)`;
}

function isPath(target: string): boolean {
  try {
    query({}, target);
    return true;
  } catch {
    return false;
  }
}

/** As far as the target leads, and what is there. */
function knownInstead(document: Document, target: string): string {
  const steps = target.match(/\.\.?[^.[]+|\[[^\]]*\]/g) ?? [];
  for (let length = steps.length - 1; length > 0; length--) {
    const path = `$${steps.slice(0, length).join('')}`;
    const found = isPath(path) ? query(document, path, { returnArray: true }) : [];
    const [first] = Array.isArray(found) ? found : [];
    if (first !== undefined) return `${path} has ${Object.keys(Object(first)).join(', ') || 'nothing'}`;
  }
  return `$ has ${Object.keys(document).join(', ')}`;
}
