import { type Document, dereference, members } from '@vehicle-lookup/openapi';
import type { ClientModel } from './operations.ts';
import { payloads } from './parse.ts';
import type { ParsedShape, Payload } from './shape.ts';
import { key, object, quote } from './text.ts';

/** Emits the names that a usage file may contain, which are only names from the document. */
export function emitUsage(model: ClientModel): string {
  const all = payloads(model).map(([id, payload]) => ({ id, payload, found: placesOf(payload) }));
  const places = all.map(({ id, payload: { meta }, found }) => {
    const names = [...found.places, ...meta.map(({ name }) => name), ...Object.keys(model.table.error.fixed)];
    return `  ${key(id)}: [${[...new Set(names)].map(quote).join(', ')}],\n`;
  });
  const payload = all.map(({ id, payload }) => `${key(id)}: ${quote(payload.member ?? '')}`);
  const needed = all.map(({ id, found }) => `  ${key(id)}: [${found.needed.map(quote).join(', ')}],\n`);
  const units = all.map(({ id, found }) => `${key(id)}: ${object(found.units)}`);
  return [
    `/** The title of the document. */\nexport const title: string = ${quote(`${model.document.info?.title ?? ''}`)};`,
    `/** The locations in a success body that each operation declares: fields, and \`[]\` for the items of a list. */\nexport const places: Record<string, readonly string[]> = {\n${places.join('')}};`,
    `/** The location of the payload in a success body. */\nexport const payloadPlaces: Record<string, string> = ${object(payload)};`,
    `/** The locations that the client requires in a success. */\nexport const needed: Record<string, readonly string[]> = {\n${needed.join('')}};`,
    `/** The location of the unit, by the location of its value. */\nexport const units: Record<string, Record<string, string>> = ${object(units)};`,
    `/** The headers that responses declare, in lower case. */\nexport const headerNames: readonly string[] = [${headersOf(model.document).map(quote).join(', ')}];`,
  ].join('\n\n');
}

/** Returns the locations in a payload, in document order. */
function placesOf({ member, shape }: Payload): Record<'places' | 'needed' | 'units', string[]> {
  const places: string[] = [];
  const needed: string[] = [];
  const units: string[] = [];
  visit(shape, member ?? '');
  if (member !== undefined) needed.push(member);
  return { places: places.filter(Boolean), needed, units };

  function visit(one: ParsedShape, place: string): void {
    places.push(place);
    if (one.kind === 'list') visit(one.items, `${place}[]`);
    if (one.kind !== 'record') return;
    const within = (name: string) => (place === '' ? name : `${place}.${name}`);
    for (const { name, shape: inner, required } of one.members) {
      visit(inner, within(name));
      if (required) needed.push(within(name));
      if (inner.kind === 'quantity' && inner.unit !== undefined)
        units.push(`${quote(within(name))}: ${quote(within(inner.unit))}`);
    }
  }
}

/** Returns the sorted header names of all responses, in lower case. */
function headersOf(document: Document): string[] {
  const responses = [
    ...members(document.components?.responses).map(([, one]) => one),
    ...members(document.components?.pathItems).flatMap(([, item]) =>
      members(item)
        .flatMap(([, operation]) => members((operation as { responses?: unknown })?.responses))
        .map(([, one]) => one),
    ),
  ];
  const names = responses.flatMap((one) => {
    const { headers } = dereference<{ headers?: unknown }>(document, one as object);
    return members(headers).map(([name]) => name.toLowerCase());
  });
  return [...new Set(names)].sort();
}
