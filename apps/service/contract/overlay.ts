import type { Document } from '@vehicle-lookup/openapi';
import { applyActions, OverlayError } from '@vehicle-lookup/openapi/overlay';
import { isNode, LineCounter, parseDocument } from 'yaml';

/**
 * Applies an OpenAPI Overlay (version 1.0 or 1.1) to a document.
 * @param text the overlay in YAML
 * @param file name of the overlay in messages
 * @returns the changed document; the given one stays as it was
 * @throws Error with a line for each fault: broken YAML, another version, an action that cannot be read, a target that matches nothing
 */
export function applyOverlay(document: Document, text: string, file: string): Document {
  const lines = new LineCounter();
  const yaml = parseDocument(text, { lineCounter: lines });
  const [broken] = yaml.errors;
  if (broken) throw new Error(`${file}:${broken.linePos?.[0].line ?? 1} ${broken.message}`);
  const placed = (keys: (string | number)[], message: string): string => {
    const node = yaml.getIn(keys, true);
    return `${file}:${isNode(node) && node.range ? lines.linePos(node.range[0]).line : 1} ${message}`;
  };

  const { overlay: version, actions } = Object(yaml.toJS());
  if (!/^1\.[01]\.\d+$/.test(String(version)))
    throw new Error(placed(['overlay'], `overlay: expected a version 1.0.x or 1.1.x, got ${JSON.stringify(version)}`));
  if (!Array.isArray(actions) || actions.length === 0)
    throw new Error(placed(['actions'], 'actions: expected a list with at least one action'));
  try {
    return applyActions(document, actions);
  } catch (error) {
    if (!(error instanceof OverlayError)) throw error;
    const messages = error.faults.map(({ action, member, message }) =>
      placed(['actions', action, ...(member ? [member] : [])], message),
    );
    throw new Error(messages.join('\n'));
  }
}
