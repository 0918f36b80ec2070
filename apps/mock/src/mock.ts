import { errorBody, operationTable, resolveOperation } from '@vehicle-lookup/contract';
import type { Document } from '@vehicle-lookup/openapi';
import { didYouMean } from '@vehicle-lookup/toolkit/command-line';
import { headerCredentials, malformedQuery, readQuery } from '@vehicle-lookup/toolkit/http';
import { type AllowanceLimit, createCharge } from './allowance.ts';
import { declaredExamples, forExamples, forGenerator } from './document.ts';
import { fitting } from './dynamic.ts';
import { createFaults, createRandom, delayIn, type FaultOptions } from './faults.ts';
import { type LoggedResponse, loggedError, loggedJson } from './logged-response.ts';
import { type Preference, parsePrefer } from './prefer.ts';
import { createPrism, type QueryPairs, type RequestPrism } from './prism.ts';
import type { FindRecorded } from './recording.ts';

/** Changes to the default behaviour, which immediately sends the first example. */
export interface MockBehaviour extends FaultOptions {
  /** The limit on each user's consultations. */
  allowance?: AllowanceLimit;
  /** Operations that return 403, because the plan does not include them. */
  planLacks?: readonly string[];
  /** Whether a reserved parameter value returns the status at its end. */
  byInput?: boolean;
  /** Finds recorded responses, which take precedence over examples. */
  recording?: FindRecorded;
}

/** The parts of a request that determine the response. */
export interface MockRequest {
  query: string;
  /** Headers, keyed by lower-case name. */
  headers: Record<string, string | string[] | undefined>;
}

/** Returns the response to a request. */
export type ResponseTo = (request: MockRequest) => Promise<LoggedResponse>;

/**
 * Creates a mock of every operation, status and named example in the document. The selectors of a query choose the operation. Prism
 * then validates the query, chooses the response and builds it. A query that selects no operation, or that the operation rejects,
 * gets the declared error with the resolver's message.
 * @param document the bundled document
 */
export async function createMock(document: Document, behaviour: MockBehaviour = {}): Promise<ResponseTo> {
  const { allowance, planLacks = [], recording, byInput } = behaviour;
  const examples = declaredExamples(document);
  const prism = await createPrism(forExamples(document));
  let generator: Promise<RequestPrism> | undefined;
  // Only generated bodies require the schemas derived from the examples, and Prism is slow to read these schemas.
  const generate: RequestPrism = async (request) => {
    generator ??= createPrism(forGenerator(document));
    return (await generator)(request);
  };
  const random = createRandom(behaviour.seed);
  const isFaulty = [behaviour.delay, behaviour.fail, behaviour.cut].some((option) => option !== undefined);
  const nextFault = isFaulty ? createFaults(behaviour) : undefined;
  const charge = allowance && createCharge(allowance);
  const [fallback = ''] = operationTable.operations.map(({ id }) => id);

  /** Returns Prism's response. @throws RangeError if the operation does not declare the requested response */
  const documented = async (selected: Selected, preference: Preference): Promise<LoggedResponse> => {
    const { operation, parameters, pairs } = selected;
    const { example, empty } = preference;
    const declared = examples.get(operation) ?? new Map<string, string[]>();
    // If no status is requested, Prism searches for the example only in the successful response.
    const code = preference.code ?? [...declared].find(([, names]) => example && names.includes(example))?.[0];
    const request = { operation, pairs, code, example };
    const isDynamic = preference.dynamic && example === undefined && !empty;
    const generated = isDynamic ? await generate({ ...request, seed: String(random()) }) : undefined;
    const fitted = generated && { ...generated, body: fitting(generated.body, parameters) };
    // A generated body is sent only if the document allows it.
    const isFit = fitted && (await isAllowed(operation, fitted.status, fitted.body));
    const response = isFit ? fitted : await prism(request);
    // If the status does not have the example, Prism returns the successful response.
    if (!response || (response.isValid && code !== undefined && String(response.status) !== code))
      throw undeclared(operation, declared, preference);
    const { status, headers } = response;
    const body = empty ? withoutItems(response.body) : response.body;
    if (empty && (body === undefined || !(await isAllowed(operation, status, body))))
      throw new RangeError(`Prefer: ${operation} ${status} has no list that may be empty.`);
    return loggedJson(status, body, [operation, empty ? 'empty' : (example ?? [])].flat().join(' '), headers);
  };

  const answer = async (selected: Selected, preference: Preference): Promise<LoggedResponse> => {
    const { operation, parameters, pairs } = selected;
    const isChosen = preference.code !== undefined || preference.example !== undefined || preference.empty;
    if (isChosen) return documented(selected, preference);
    const recorded = recording?.(pairs);
    if (recorded) return { ...recorded, note: `${operation} recorded` };
    const reserved = byInput ? reservedStatus(parameters) : undefined;
    if (reserved !== undefined && examples.get(operation)?.has(reserved))
      return documented(selected, { code: reserved });
    if (planLacks.includes(operation)) return documented(selected, { code: '403' });
    const consultation = charge?.(pairs.find(([name]) => name === IDENTITY)?.[1] ?? '');
    const response = await documented(selected, consultation?.isExhausted ? { code: '429' } : preference);
    return { ...response, headers: { ...response.headers, ...consultation?.headers } };
  };

  return async ({ query, headers }) => {
    const { pairs: sent, malformed } = readQuery(query);
    const pairs: QueryPairs = [...sent, ...headerCredentials(operationTable, sent, headers)];
    const resolution = resolveOperation(pairs);
    const hasCredentials = resolution.ok || resolution.error.status !== 401;
    if (malformed && hasCredentials) return { ...malformedQuery(operationTable), note: '- malformed query' };
    if (!resolution.ok) {
      const { operation, status, kind, message } = resolution.error;
      // The headers come from the declared response; the message describes this query. Prism accepts repeated credentials.
      const sentToPrism = hasCredentials ? pairs : [];
      const rejection = await prism({ operation: operation ?? fallback, pairs: sentToPrism, code: String(status) });
      const body = errorBody(`${message}${kind === 'unknown-parameter' ? nearHint(sent) : ''}`);
      return loggedJson(status, body, `${operation ?? '-'} ${kind}`, rejection?.headers ?? {});
    }
    const selected = { ...resolution, pairs };
    try {
      const preference = parsePrefer(headers.prefer);
      const fault = nextFault?.();
      const isFailing = preference.fail === 'error' || (preference.fail === undefined && fault?.fail);
      const response = await (isFailing ? documented(selected, { code: SERVER_ERROR }) : answer(selected, preference));
      const delay = preference.delay ? delayIn(preference.delay, random) : (fault?.delay ?? 0);
      const isCut = preference.fail === 'cut' || (preference.fail === undefined && fault?.cut === true);
      return { ...response, ...(delay > 0 && { delay }), ...(isCut && { isCut }) };
    } catch (error) {
      if (error instanceof RangeError) return loggedError(400, error.message, `${selected.operation} invalid Prefer`);
      throw error;
    }
  };
}

/** Returns whether the document allows a body. The import is dynamic because the validators are large and rarely required. */
async function isAllowed(operation: string, status: number, body: unknown): Promise<boolean> {
  const { validate } = await import('@vehicle-lookup/contract/validators');
  return validate(operation, status, body).ok;
}

/** Returns a body with an empty list: the body itself, or the only list in its envelope. Returns undefined if there is no single list. */
function withoutItems(body: unknown): unknown {
  if (Array.isArray(body)) return [];
  const lists = Object.entries(Object(body)).filter(([, value]) => Array.isArray(value));
  const [[name] = []] = lists;
  return lists.length === 1 && name !== undefined ? { ...Object(body), [name]: [] } : undefined;
}

/** The operation and the parameters of a query. */
interface Selected {
  operation: string;
  parameters: Record<string, string>;
  pairs: QueryPairs;
}

const SERVER_ERROR = '500';

/** The name of the credential that identifies an account. */
const IDENTITY = operationTable.credentials.find((name) => !operationTable.secrets.includes(name)) ?? '';

/** Reserved values, for which there is no data: the VIN `ZZZZZZZZZZZZZZ404`, the number `999999404`, and the name `zz-404`. */
const RESERVED = /^(?:Z{14}|9{6}|zz-)(\d{3})$/;

const reservedStatus = (parameters: Record<string, string>): string | undefined =>
  Object.values(parameters).flatMap((value) => RESERVED.exec(value)?.[1] ?? [])[0];

/** Returns hints such as ` fluid: did you mean fluids?` for unknown names that resemble documented names. Other names may be secrets. */
function nearHint(pairs: QueryPairs): string {
  const { credentials, operations } = operationTable;
  const known = new Set([
    ...credentials,
    ...operations.flatMap(({ selectors, parameters }) => [...Object.keys(selectors), ...Object.keys(parameters)]),
  ]);
  return pairs
    .filter(([name]) => !known.has(name))
    .map(([name]) => ({ name, hint: didYouMean(name, [...known]) }))
    .filter(({ hint }) => hint !== '')
    .map(({ name, hint }) => ` ${name}: ${hint}`)
    .join('');
}

/** Returns an error that lists the declared statuses or examples. */
function undeclared(operation: string, declared: Map<string, string[]>, { code, example }: Preference): Error {
  if (code !== undefined && !declared.has(code))
    return new RangeError(
      `Prefer: ${operation} does not declare this code; it declares ${[...declared.keys()].join(', ')}.`,
    );
  if (example !== undefined)
    return new RangeError(`Prefer: ${operation} does not have this example; it has ${listed(declared, code)}.`);
  return new Error(`${operation}: Prism found no response`);
}

const listed = (declared: Map<string, string[]>, code?: string): string =>
  [...declared]
    .filter(([status]) => code === undefined || status === code)
    .map(([status, names]) => `${names.join(', ') || 'none'} (${status})`)
    .join('; ');
