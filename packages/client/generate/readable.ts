import { labelsOf, readableName } from '@vehicle-lookup/document';
import type { ClientModel } from './operations.ts';
import { declaration, key, object, quote } from './text.ts';

/** Emits what people call the members whose names on the wire say little. */
export function emitReadable({ document }: ClientModel): string {
  const labels = [...new Map(labelsOf(document).map(({ name, label }) => [name, `${label}`]))];
  const texts = (value: (label: string) => string) =>
    labels.map(([name, label]) => `${key(name)}: ${quote(value(label))}`);
  return [
    declaration('The readable name of a member, by its name on the wire.', 'ReadableNames', texts(readableName)),
    `/** The readable name of a member, by its name on the wire. */\nexport const names: ReadableNames = ${object(texts(readableName))};`,
    `/** What people call a member, for headings, by its name on the wire. */\nexport const labels: Record<string, string> = ${object(texts((label) => label))};`,
  ].join('\n\n');
}
