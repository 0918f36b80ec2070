import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CANARY } from '@vehicle-lookup/testing';

/** A test case for the clients in all languages. cases/README.md explains the fields. */
export interface Case {
  /** A unique ID: file, group and name. */
  id: string;
  client: ClientCase;
  call: [operation: string, ...inputs: unknown[]];
  responses: CaseResponse[];
  path: string;
  query?: Record<string, string>;
  requests: number;
  waits: number[];
  data?: unknown;
  issues: [path: string, expected: string][];
  meta: Record<string, string>;
  error?: { code: string; operation?: string; status?: number; retryAfter?: number; says?: string[] };
  /** Language → the reason why it cannot express the case. */
  except: Record<string, string>;
}

export interface ClientCase {
  baseUrl: unknown;
  user: unknown;
  key: unknown;
  /** The time limit in seconds. */
  timeout?: unknown;
  retries?: unknown;
  /** Responses of a custom transport, which replaces the service. */
  transport?: (CaseResponse | { fault: 'error' | 'late' | 'half' })[];
}

export interface CaseResponse {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  text?: string;
  fault?: 'cut' | 'half' | 'silence' | 'drip';
}

interface WrittenCase extends Partial<Omit<Case, 'id' | 'client'>> {
  name?: string;
  client?: Partial<ClientCase>;
  wire?: unknown;
  value?: unknown;
}
interface Group {
  about: string;
  given?: WrittenCase;
  cases: WrittenCase[];
}

/** The directory of the cases. */
export const directory: string = join(import.meta.dirname, '../../cases');

/** Reads all cases, or the cases of one file. @param name the file name without `.json` */
export const readCases = (name = '*'): Case[] =>
  globSync(`${name}.json`, { cwd: directory })
    .sort()
    .flatMap((file) => {
      const { groups } = JSON.parse(readFileSync(join(directory, file), 'utf8')) as { groups: Group[] };
      return groups.flatMap((group) => group.cases.map((one) => expand(basename(file, '.json'), group, one)));
    });

/** Completes a case with its ID and with default values. */
function expand(file: string, { about, given = {} }: Group, own: WrittenCase): Case {
  const { name, wire, value, client, ...stated } = { ...given, ...own };
  const said = name ?? (wire === undefined ? JSON.stringify(stated.call) : JSON.stringify(wire));
  const put = (node: unknown): unknown => filled(node, { '<wire>': wire, '<value>': value });
  const responses = put(stated.responses ?? [{}]) as CaseResponse[];
  return withKeys({
    issues: [],
    meta: {},
    waits: [],
    path: '/api/',
    except: {},
    requests: stated.error?.code === 'invalid_argument' ? 0 : 1,
    ...stated,
    id: `${file}: ${about}: ${said}`,
    client: { baseUrl: '{server}', user: 'demo', key: CANARY, ...given.client, ...client },
    call: stated.call ?? ['listBrands'],
    responses,
    ...(stated.data !== undefined && { data: put(stated.data) }),
  });
}

/** Replaces marks with values. Fields with an undefined value are omitted. */
function filled(node: unknown, marks: Record<string, unknown>): unknown {
  if (typeof node === 'string' && Object.hasOwn(marks, node)) return marks[node];
  if (Array.isArray(node)) return node.map((item) => filled(item, marks));
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.entries(node).map(([name, item]) => [name, filled(item, marks)] as const);
  return Object.fromEntries(members.filter(([, item]) => item !== undefined));
}

/** The encodings in which a service may repeat the key. */
const FORMS: Record<string, (key: string) => string> = {
  plain: (key) => key,
  percent: encodeURIComponent,
  percentTwice: (key) => encodeURIComponent(encodeURIComponent(key)),
  percentLower: (key) => encodeURIComponent(key).replace(/%../g, (hex) => hex.toLowerCase()),
  form: (key) => new URLSearchParams([['', key]]).toString().slice(1),
  json: (key) => JSON.stringify(key).slice(1, -1),
  jsonTwice: (key) => JSON.stringify(JSON.stringify(key)).slice(3, -3),
  unicode: (key) => key.replace(/\W/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  html: (key) => key.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  htmlNumbers: (key) => key.replace(/\W/g, (sign) => `&#${sign.charCodeAt(0)};`),
  pointer: (key) => key.replaceAll('/', '~1'),
  base64: (key) => Buffer.from(key).toString('base64'),
  base64OfPair: (key) => Buffer.from(`demo:${key}`).toString('base64'),
  base64url: (key) => Buffer.from(key).toString('base64url'),
  hex: (key) => Buffer.from(key).toString('hex'),
  upper: (key) => key.toUpperCase(),
};

/** Replaces `{key:form}` in a call, a response or a base URL with the key in this encoding. */
function withKeys(one: Case): Case {
  const fill = (node: unknown): unknown =>
    JSON.parse(JSON.stringify(node), (_, text) =>
      typeof text === 'string'
        ? text.replace(/\{key:(\w+)\}/g, (_mark, form: string) => FORMS[form]?.(CANARY) ?? '?')
        : text,
    );
  const client = fill(one.client) as ClientCase;
  return { ...one, client, call: fill(one.call) as Case['call'], responses: fill(one.responses) as CaseResponse[] };
}
