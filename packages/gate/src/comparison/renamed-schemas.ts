import { child, members } from '@vehicle-lookup/openapi';
import { Containment } from '../containment/containment.ts';
import type { Comparison, Side } from './rule.ts';

/** The schemas that have another name, with the new one: they accept the same values. */
export function renamedSchemas({ base, revision }: Comparison): Map<string, string> {
  const { numbers } = new Containment();
  const numberOf = (one: unknown, { readers: { plain } }: Side) =>
    numbers.of({ schema: plain.read(one), source: plain });
  const [before, after] = [schemasOf(base), schemasOf(revision)];
  const fresh = new Map([...after].filter(([name]) => !before.has(name)));
  const renamed = new Map<string, string>();
  for (const [name, schema] of before) {
    if (after.has(name) || base.usesOf(child('/components/schemas', name)).length === 0) continue;
    const [other] = [...fresh].find(([, one]) => numberOf(schema, base) === numberOf(one, revision)) ?? [];
    if (other === undefined) continue;
    fresh.delete(other);
    renamed.set(name, other);
  }
  return renamed;
}

const schemasOf = ({ document }: Side): Map<string, unknown> => new Map(members(document.components?.schemas));
