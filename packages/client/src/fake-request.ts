import { identity, secrets } from './contract.gen.ts';
import { fakes } from './examples.gen.ts';

/** What a fake service knows of an operation. */
export interface Fake {
  selectors: Record<string, string>;
  parameters: Record<string, Rule>;
  /** Status → name of an example → body. */
  examples: Record<string, Record<string, unknown>>;
}

/** What a value has to be, as the document says. */
interface Rule {
  required: boolean;
  type: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
}

/** What a query asks for, or the status and text that refuse it. */
export type Reading =
  | { operation: string; inputs: Record<string, string | number> }
  | { status: 400 | 401; message: string };

/** Reads a query as strictly as the document: parameters once each, those of one operation, no others. */
export function readRequest(query: URLSearchParams): Reading {
  const credentials = [...identity, ...secrets];
  if (credentials.some((name) => query.getAll(name).length !== 1 || !query.get(name))) {
    return { status: 401, message: `Send ${credentials.join(' and ')}, each exactly once and not empty.` };
  }
  const selecting = new Set(Object.values(fakes).flatMap(({ selectors }) => Object.keys(selectors)));
  const present = [...query.keys()].filter((name) => selecting.has(name));
  const [operation, fake] =
    Object.entries(fakes).find(([, { selectors }]) => {
      const names = Object.keys(selectors);
      return names.length === present.length && names.every((name) => query.get(name) === selectors[name]);
    }) ?? [];
  if (!operation || !fake)
    return { status: 400, message: `Send the selector of one operation: ${present.join(', ')}.` };
  const taken = [...credentials, ...Object.keys(fake.selectors), ...Object.keys(fake.parameters)];
  const names = [...query.keys()];
  const wrong =
    names.length !== new Set(names).size ||
    names.some((name) => !taken.includes(name)) ||
    Object.entries(fake.parameters).some(([name, rule]) => !fulfils(query.get(name), rule));
  if (wrong) return { status: 400, message: `${operation} takes ${taken.join(', ')}, each once and well-formed.` };
  const inputs = Object.entries(fake.parameters).flatMap(([name, { type }]) => {
    const value = query.get(name);
    return value === null ? [] : [[name, type === 'string' ? value : Number(value)]];
  });
  return { operation, inputs: Object.fromEntries(inputs) };
}

function fulfils(value: string | null, { required, type, ...rule }: Rule): boolean {
  if (value === null) return !required;
  if (type === 'integer') {
    const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = rule;
    return /^(?:0|-?[1-9]\d*)$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
  }
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern = '' } = rule;
  const length = [...value].length;
  return length >= minLength && length <= maxLength && new RegExp(pattern, 'u').test(value);
}
