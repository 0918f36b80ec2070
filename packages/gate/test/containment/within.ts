import { Containment, type ContainmentOptions, type ContainmentVerdict } from '../../src/containment/containment.ts';
import { type Dialect, SchemaReader } from '../../src/containment/dialect.ts';

export interface WithinOptions extends ContainmentOptions {
  /** Dialect of the schemas. Default: 2020-12. */
  dialect?: Dialect;
  /** Components of the document, in addition to `Pet` and the two schemas themselves. */
  components?: Record<string, unknown>;
}

/** The component that the corpus cases refer to. */
export const PET: object = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };

/** Compares two schemas of one document, `Inner` and `Outer`. */
export function within(inner: unknown, outer: unknown, options: WithinOptions = {}): ContainmentVerdict {
  const { dialect = '2020-12', components = {}, ...others } = options;
  const schemas: Record<string, unknown> = { Pet: PET, ...components, Inner: inner, Outer: outer };
  const reader = new SchemaReader((reference) => schemas[reference.split('/').at(-1) ?? ''], dialect);
  const located = (schema: unknown) => ({ schema: reader.read(schema), source: reader });
  return new Containment(others).within(located(inner), located(outer));
}

/** Returns a reference to a component. */
export const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
