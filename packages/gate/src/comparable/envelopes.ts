import { at, bodyForms, type Document, follow, isReference, keysOf, referenceTo } from '@vehicle-lookup/openapi';

/** Between a media type and the envelope that has it. */
const ENVELOPE = '; envelope=';

/** The envelope in the name of a media type that the engine compared, if it has one. */
export function envelopeOf(engineKey: string): { type: string; envelope: string | undefined } {
  const [type = '', envelope] = engineKey.split(ENVELOPE);
  return { type, envelope };
}

/** A body that is one of several forms, taken apart. */
interface SplitBody {
  /** What the body states for all of its forms, and where. */
  around: unknown;
  place: string;
  /** Each form: the ending for the name of its media type, its schema, and where it is written. */
  forms: { name: string; schema: unknown; place: string }[];
}

/** Takes a body apart whose forms all have different names; undefined for another. */
export function splitEnvelopes(document: Document, schema: unknown, place: string): SplitBody | undefined {
  const forms = bodyForms(document, schema, keysOf(place));
  const titles = forms.map(({ title }) => title);
  // A body of one form that stands inline has no name outside of the media type.
  if (titles.includes(undefined) || new Set(titles).size < titles.length) return undefined;
  if (forms.length === 1 && !isReference(schema)) return undefined;
  const { node, at: own } = follow<unknown>(document, schema, keysOf(place));
  const written = forms.map(({ title = '', at: path }) => {
    const from = referenceTo(path).slice(1);
    return { name: `${ENVELOPE}${title}`, schema: at(document, from), place: from };
  });
  if (written.some((one) => one.schema === undefined)) return undefined;
  const { anyOf, ...beside } = Object(node) as Record<string, unknown>;
  return { around: Array.isArray(anyOf) ? beside : {}, place: referenceTo(own).slice(1), forms: written };
}
