import { errorBody, operationTable, resolveOperation } from '@vehicle-lookup/contract';
import { validate } from '@vehicle-lookup/contract/validators';
import { type Document, onePathPerOperation } from '@vehicle-lookup/openapi';
import { didYouMean } from '@vehicle-lookup/toolkit/command-line';
import { headerCredentials, malformedQuery, readQuery } from '@vehicle-lookup/toolkit/http';
import { type AllowanceLimit, createCharge } from './allowance.ts';
import { declaredExamples, forPrism } from './document.ts';
import { createFaults, createRandom, delayIn, type FaultOptions } from './faults.ts';
import { createInvent } from './invent.ts';
import { type LoggedResponse, loggedError, loggedJson } from './logged-response.ts';
import { type Preference, parsePrefer } from './prefer.ts';
import { createPrism } from './prism.ts';
import type { FindRecorded } from './recording.ts';

/** How the mock differs from one that always sends the first example, immediately. */
export interface MockBehaviour extends FaultOptions {
  /** Consultations of each user. */
  allowance?: AllowanceLimit;
  /** Operations that get the response to a plan without them. */
  planLacks?: readonly string[];
  /** Reserved values of a parameter get the status that they end with. */
  byInput?: boolean;
  /** Recorded responses come first. */
  recording?: FindRecorded;
}

/** The parts of a request that choose the response. */
export interface MockRequest {
  query: string;
  /** By their names in lower case. */
  headers: Record<string, string | string[] | undefined>;
}

/** Makes the response to a request. */
export type ResponseTo = (request: MockRequest) => Promise<LoggedResponse>;

/**
 * The mock: every operation, status and named example of the document. A query that selects no operation, or that the
 * operation rejects, gets the declared error with the resolver's message. Prism only makes bodies and headers: it knows
 * nothing of selectors, and its messages repeat the request.
 * @param document the bundled document
 */
export async function createMock(document: Document, behaviour: MockBehaviour = {}): Promise<ResponseTo> {
  const { allowance, planLacks = [], recording, byInput } = behaviour;
  const examples = declaredExamples(document);
  const make = await createPrism(forPrism(onePathPerOperation(document)));
  const invent = createInvent(document);
  const random = createRandom(behaviour.seed);
  const isFaulty = [behaviour.delay, behaviour.fail, behaviour.cut].some((option) => option !== undefined);
  const nextFault = isFaulty ? createFaults(behaviour) : undefined;
  const charge = allowance && createCharge(allowance);
  const [fallback = ''] = operationTable.operations.map(({ id }) => id);

  /** A response of the document: an example, or a body that is made. */
  const documented = async (choice: Choice, generated: boolean, parameters: Record<string, string>) => {
    const { operation, status, example } = choice;
    const made = await make(operation, status, example);
    const invented = generated ? invent(made.body, random, parameters) : made.body;
    // What is made is sent only if the document allows it.
    const body = generated && validate(operation, status, invented).ok ? invented : made.body;
    return loggedJson(made.status, body, `${operation}${example ? ` ${example}` : ''}`, made.headers);
  };

  /** An example whose list is empty. @throws RangeError when the document does not allow one */
  const documentedEmpty = async ({ operation, status, example }: Choice) => {
    const made = await make(operation, status, example);
    const body = withoutItems(made.body);
    if (body === undefined || !validate(operation, status, body).ok)
      throw new RangeError(`Prefer: ${operation} ${status} has no list that may be empty.`);
    return loggedJson(made.status, body, `${operation} empty`, made.headers);
  };

  const answer = async (pairs: Pairs, preference: Preference, selected: Selected): Promise<LoggedResponse> => {
    const { operation, parameters } = selected;
    const declared = examples.get(operation) ?? new Map<string, string[]>();
    const isChosen = preference.code !== undefined || preference.example !== undefined;
    const choice = choose(operation, declared, preference);
    // A named example is sent as it is.
    const generated = choice.example === undefined && preference.dynamic === true;
    const failing = (status: string) => documented({ operation, status }, false, parameters);
    if (preference.empty) return documentedEmpty(choice);
    if (isChosen) return documented(choice, generated, parameters);
    const recorded = recording?.(pairs);
    if (recorded) return { ...recorded, note: `${operation} recorded` };
    const reserved = byInput ? reservedStatus(parameters) : undefined;
    if (reserved !== undefined && declared.has(reserved)) return failing(reserved);
    if (planLacks.includes(operation)) return failing('403');
    const consultation = charge?.(pairs.find(([name]) => name === IDENTITY)?.[1] ?? '');
    const response = consultation?.isExhausted ? await failing('429') : await documented(choice, generated, parameters);
    return { ...response, headers: { ...response.headers, ...consultation?.headers } };
  };

  return async ({ query, headers }) => {
    const { pairs: sent, malformed } = readQuery(query);
    const pairs: Pairs = [...sent, ...headerCredentials(operationTable, sent, headers)];
    const resolution = resolveOperation(pairs);
    const problem = resolution.ok ? undefined : resolution.error;
    if (malformed && problem?.status !== 401) return { ...malformedQuery(operationTable), note: '- malformed query' };
    if (problem) {
      // The headers are those of the declared response; the text is about this query.
      const { status, headers } = await make(problem.operation ?? fallback, String(problem.status));
      const message = `${problem.message}${problem.kind === 'unknown-parameter' ? nearHint(sent) : ''}`;
      return loggedJson(status, errorBody(message), `${problem.operation ?? '-'} ${problem.kind}`, headers);
    }
    const selected = resolution as Selected;
    try {
      const preference = parsePrefer(headers.prefer);
      const fault = nextFault?.();
      const isFailing = preference.fail === 'error' || (preference.fail === undefined && fault?.fail);
      const response = isFailing
        ? await documented({ operation: selected.operation, status: SERVER_ERROR }, false, {})
        : await answer(pairs, preference, selected);
      const delay = preference.delay ? delayIn(preference.delay, random) : (fault?.delay ?? 0);
      const isCut = preference.fail === 'cut' || (preference.fail === undefined && fault?.cut === true);
      return { ...response, ...(delay > 0 && { delay }), ...(isCut && { isCut }) };
    } catch (error) {
      if (error instanceof RangeError) return loggedError(400, error.message, `${selected.operation} wrong Prefer`);
      throw error;
    }
  };
}

/** A body whose list has no items: the body itself, or the only list in its envelope. Undefined if there is none. */
function withoutItems(body: unknown): unknown {
  if (Array.isArray(body)) return [];
  const lists = Object.entries(Object(body)).filter(([, value]) => Array.isArray(value));
  const [[name] = []] = lists;
  return lists.length === 1 && name !== undefined ? { ...Object(body), [name]: [] } : undefined;
}

type Pairs = readonly [name: string, value: string][];

/** The operation that a query selects, and its parameters. */
interface Selected {
  operation: string;
  parameters: Record<string, string>;
}

const SERVER_ERROR = '500';

/** The credential that tells accounts apart. */
const IDENTITY = operationTable.credentials.find((name) => !operationTable.secrets.includes(name)) ?? '';

/** Values that nobody has: a VIN `ZZZZZZZZZZZZZZ404`, a number `999999404`, a name `zz-404`. */
const RESERVED = /^(?:Z{14}|9{6}|zz-)(\d{3})$/;

const reservedStatus = (parameters: Record<string, string>): string | undefined =>
  Object.values(parameters).flatMap((value) => RESERVED.exec(value)?.[1] ?? [])[0];

/** ` fluid: did you mean fluids?` for unknown names that are nearly documented ones; others may be secrets. */
function nearHint(pairs: Pairs): string {
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

/** Which of an operation's declared responses to send. */
interface Choice {
  operation: string;
  status: string;
  example?: string;
}

/** @throws RangeError naming what the operation declares */
function choose(operation: string, declared: Map<string, string[]>, { code, example }: Preference): Choice {
  const statuses = [...declared.keys()];
  if (code !== undefined && !declared.has(code)) {
    throw new RangeError(`Prefer: ${operation} declares no such code; it declares ${statuses.join(', ')}.`);
  }
  const success = statuses.find((status) => status.startsWith('2')) ?? statuses[0] ?? '200';
  if (example === undefined) return { operation, status: code ?? success };
  // The name of an example is enough: it stands for the status that has it.
  const candidates = code === undefined ? [success, ...statuses] : [code];
  const status = candidates.find((candidate) => declared.get(candidate)?.includes(example));
  if (status === undefined)
    throw new RangeError(`Prefer: ${operation} has no such example; it has ${listed(declared, code)}.`);
  return { operation, status, example };
}

const listed = (declared: Map<string, string[]>, code?: string): string =>
  [...declared]
    .filter(([status]) => code === undefined || status === code)
    .map(([status, names]) => `${names.join(', ') || 'none'} (${status})`)
    .join('; ');
