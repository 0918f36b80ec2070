import type { OperationTable } from '@vehicle-lookup/selectors';
import type { Document } from '@vehicle-lookup/selectors/document';
import { metaMembers } from './contract.ts';
import { successStatus, type TypedOperation, typedOperations } from './operations.ts';
import { emitProblem } from './problem.ts';
import { docComment, WireTypes } from './schema.ts';
import { camel, comment, declaration, key, object, quote } from './text.ts';

/**
 * Emits the types that tie a query to its answer: one exact overload per operation, flat, because types computed from the
 * document cost every consumer's compiler hundreds of times more.
 * @param table which query selects which operation
 * @param document the projection with one path per operation
 * @returns TypeScript
 * @throws when table and document do not belong together, or the interface is not one of GET requests
 */
export function emitSelectors(table: OperationTable, document: Document): string {
  const operations = typedOperations(table, document);
  const wire = new WireTypes(document);
  const success = successStatus(table);
  const names = [...new Set(operations.flatMap(({ selectors, inputs }) => Object.keys({ ...selectors, ...inputs })))];
  const bodies = operations.map(({ id, body }) => `${key(id)}: ${wire.of(body)}`);
  const failures = operations.map((operation) => `${key(operation.id)}: ${failureBodies(operation, wire)}`);
  const declared = operations.map((operation) => `${key(operation.id)}: ${declaredFailures(operation, wire)}`);
  const text = [...bodies, ...failures].join(' ');
  const used = wire.names().filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return [
    `import type { DeclaredFailure } from './operation.ts';
import type { GetInit, RawResult } from './raw.ts';
import type { CallOptions } from './options.ts';
import type { ${used.join(', ')} } from './wire.gen.ts';`,
    emitCredentials(table),
    emitMeta(table, document),
    declaration('What an operation takes beside its selectors.', 'Inputs', operations.map(emitInputs)),
    declaration(
      'The exact query of each operation, without the credentials.',
      'Queries',
      operations.map((one) => emitQuery(one, names)),
    ),
    declaration('The body of a success.', 'Bodies', bodies),
    declaration('The body of a failure.', 'Failures', failures),
    declaration('Failures whose status the document declares, with their bodies.', 'DeclaredFailures', declared),
    `/** What a raw call of an operation brings. */\nexport type Outcome<K extends keyof Queries> = RawResult<${success}, Bodies[K], Failures[K]>;`,
    `/** The status of a success. */\nexport type SuccessStatus = ${success};`,
    emitProblem(operations, names).trim(),
    emitGet(table.path, operations),
    emitCall(),
  ].join('\n\n');
}

/** Emits the wire types of all bodies. */
export function emitWire(table: OperationTable, document: Document): string {
  const wire = new WireTypes(document);
  for (const { body, failures } of typedOperations(table, document)) {
    wire.of(body);
    for (const [, failure] of failures) wire.of(failure);
  }
  return wire.toString();
}

function emitCredentials({ credentials, secrets }: OperationTable): string {
  const secret = 'string | (() => string | Promise<string>)';
  const open = credentials.filter((name) => !secrets.includes(name));
  return [
    declaration(
      'The account, as every request names it. What is secret may come from a function, anew for each attempt.',
      'Credentials',
      credentials.map((name) => `${key(name)}: ${secrets.includes(name) ? secret : 'string'}`),
    ),
    declaration(
      'What may be shown of the account.',
      'Identity',
      open.map((name) => `readonly ${key(name)}: string`),
    ),
  ].join('\n');
}

function emitMeta(table: OperationTable, document: Document): string {
  const members = metaMembers(table, document).map(({ name, description }) => {
    return `${docComment(description, '  ')}  ${key(camel(name))}?: string;\n`;
  });
  return `/** What the envelope says beside the payload. */\nexport interface Meta {\n${members.join('')}}`;
}

const emitInput = ([name, { type, required }]: [string, TypedOperation['inputs'][string]]): string =>
  `${key(name)}${required ? '' : '?'}: ${type}`;

function emitInputs({ id, inputs }: TypedOperation): string {
  const members = Object.entries(inputs).map(emitInput);
  return `${key(id)}: ${members.length ? object(members) : '{ [name: string]: never }'}`;
}

/** Every parameter of another operation is refused by name, so that no query fits two operations. */
function emitQuery({ id, inputs, selectors }: TypedOperation, names: string[]): string {
  const others = names.filter((name) => !(name in inputs || name in selectors));
  const members = [
    ...Object.entries(inputs).map(emitInput),
    ...Object.entries(selectors).map(([name, literal]) => `${key(name)}: ${literal}`),
    ...others.map((name) => `${key(name)}?: never`),
  ];
  return `${key(id)}: ${object(members)}`;
}

function failureBodies({ failures }: TypedOperation, wire: WireTypes): string {
  return [...new Set(failures.map(([, body]) => wire.of(body)))].join(' | ') || 'never';
}

/** Statuses with the same body stand together. */
function declaredFailures({ failures }: TypedOperation, wire: WireTypes): string {
  const statuses = new Map<string, string[]>();
  for (const [status, body] of failures.filter(([status]) => /^\d+$/.test(status))) {
    statuses.set(wire.of(body), [...(statuses.get(wire.of(body)) ?? []), status]);
  }
  return [...statuses].map(([body, list]) => `DeclaredFailure<${list.join(' | ')}, ${body}>`).join(' | ') || 'never';
}

function emitGet(path: string, operations: TypedOperation[]): string {
  const overloads = operations.map(({ id, summary }) => {
    return `  /** ${comment(summary)} (\`${id}\`) */\n  (path: ${quote(path)}, init: GetInit<Queries[${quote(id)}], Options>): Promise<Outcome<${quote(id)}>>;\n`;
  });
  return `/** The query selects the operation and with it the type of the answer. */
export interface Get<Options = CallOptions> {
${overloads.join('')}  /** Not to be called: it lets the compiler say what is wrong with a query. */
  <const Q extends object>(path: ${quote(path)}, init: GetInit<[Q] extends [never] ? Q : Problem<Q>, Options>): never;
}`;
}

const emitCall = (): string => `/** Calls an operation by its name; the selectors are filled in. */
export type RawCall<Options = CallOptions> = <K extends keyof Inputs>(operation: K, inputs: Inputs[K], options?: Options) => Promise<Outcome<K>>;`;
