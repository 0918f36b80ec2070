import { type Document, onePathPerOperation } from '@vehicle-lookup/document';
import { malformedQuery, readQuery } from '@vehicle-lookup/http-front';
import { errorBody, operationTable, resolveOperation } from '@vehicle-lookup/operations';
import { validate } from '@vehicle-lookup/validators';
import { declaredExamples, forGenerator } from './document.ts';
import { type LoggedReply, loggedError, loggedJson } from './logged-reply.ts';
import { createPrism, type DocumentedReply, type MakeReply } from './prism.ts';

/** Makes the reply to a query from the document. */
export type ReplyTo = (query: string, prefer: string | string[] | undefined) => Promise<LoggedReply>;

/** Which of an operation's declared replies to send. */
interface Choice {
  status: string;
  example?: string;
}

/**
 * The mock: every operation, status and named example of the document. A query that selects no operation, or that the
 * operation refuses, gets the declared error with the resolver's message. Prism only makes bodies and headers: it knows
 * nothing of selectors, and its messages repeat the request.
 * @param document the bundled document
 * @param dynamic makes bodies from the schemas, unless `Prefer` says otherwise
 */
export async function createMock(document: Document, dynamic: boolean): Promise<ReplyTo> {
  const examples = declaredExamples(document);
  const make = await createPrism(forGenerator(onePathPerOperation(document)));
  const [fallback = ''] = operationTable.operations.map(({ id }) => id);

  return async (query, prefer) => {
    const { pairs, malformed } = readQuery(query);
    const resolution = resolveOperation(pairs);
    const problem = resolution.ok ? undefined : resolution.problem;
    if (malformed && problem?.status !== 401) return { ...malformedQuery(operationTable), note: '- malformed query' };
    if (!resolution.ok) {
      const { problem } = resolution;
      // The headers are those of the declared reply; the text is about this query.
      const { status, headers } = await make(problem.operation ?? fallback, String(problem.status));
      return loggedJson(status, errorBody(problem.message), `${problem.operation ?? '-'} ${problem.kind}`, headers);
    }
    const { operation } = resolution;
    const declared = examples.get(operation) ?? new Map<string, string[]>();
    try {
      const preference = parsePrefer(prefer);
      const { status, example } = choose(operation, declared, preference);
      // A named example is sent as it is.
      const generated = example === undefined && (preference.dynamic ?? dynamic);
      const made = generated ? await generate(make, operation, status) : await make(operation, status, example);
      return loggedJson(made.status, made.body, `${operation}${example ? ` ${example}` : ''}`, made.headers);
    } catch (error) {
      if (error instanceof RangeError) return loggedError(400, error.message, `${operation} wrong Prefer`);
      throw error;
    }
  };
}

/** How often a body is made again before the documented example is sent instead. */
const TRIES = 20;

/** The generator knows less than JSON Schema (31 February), so its body is sent only if it is valid. */
async function generate(make: MakeReply, operation: string, status: string): Promise<DocumentedReply> {
  for (let tries = 0; tries < TRIES; tries++) {
    const made = await make(operation, status, undefined, true);
    if (validate(operation, status, made.body).ok) return made;
  }
  return make(operation, status);
}

/** @throws RangeError naming what the operation declares */
function choose(operation: string, declared: Map<string, string[]>, { code, example }: Preference): Choice {
  const statuses = [...declared.keys()];
  if (code !== undefined && !declared.has(code)) {
    throw new RangeError(`Prefer: ${operation} declares no such code; it declares ${statuses.join(', ')}.`);
  }
  const success = statuses.find((status) => status.startsWith('2')) ?? statuses[0] ?? '200';
  if (example === undefined) return { status: code ?? success };
  // The name of an example is enough: it stands for the status that has it.
  const candidates = code === undefined ? [success, ...statuses] : [code];
  const status = candidates.find((candidate) => declared.get(candidate)?.includes(example));
  if (status === undefined)
    throw new RangeError(`Prefer: ${operation} has no such example; it has ${listed(declared, code)}.`);
  return { status, example };
}

const listed = (declared: Map<string, string[]>, code?: string): string =>
  [...declared]
    .filter(([status]) => code === undefined || status === code)
    .map(([status, names]) => `${names.join(', ') || 'none'} (${status})`)
    .join('; ');

/** What a request asks for by its `Prefer` header (RFC 7240): `Prefer: code=404, example=vin-not-found`. */
interface Preference {
  /** A status that the operation declares. */
  code?: string;
  /** The name of one of its examples. */
  example?: string;
  /** Make a body from the schema instead of sending an example. */
  dynamic?: boolean;
}

/**
 * Reads the header. Preferences of others are ignored, as the RFC has it.
 * @throws RangeError when `dynamic` is neither true nor false
 */
function parsePrefer(header: string | string[] | undefined): Preference {
  const preference: Preference = {};
  for (const part of [header ?? []].flat().join(',').split(/[,;]/)) {
    const [name = '', value = ''] = part.split('=').map((word) => word.trim().replace(/^"(.*)"$/, '$1'));
    if (name === 'code' || name === 'example') preference[name] = value;
    if (name === 'dynamic') preference.dynamic = asBoolean(value);
  }
  return preference;
}

function asBoolean(value: string): boolean {
  if (value === 'true' || value === '') return true;
  if (value === 'false') return false;
  throw new RangeError('Prefer: dynamic takes true or false.');
}
