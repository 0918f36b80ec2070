import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readableName } from '@vehicle-lookup/openapi';
import { NEXT } from '../src/errors.ts';
import { metaMembers } from './contract.ts';
import { aboutOperation, type InputCheck, inputCheck } from './methods.ts';
import type { ClientModel } from './operations.ts';
import { inOrder, parseDescription, payloads, recordsOf } from './parse.ts';
import type { ParsedShape } from './shape.ts';
import { camel } from './text.ts';

/** The input for generated clients in any language. Each record comes after the records that it contains. */
export interface LanguageModel {
  /** The version of the package. */
  version: string;
  operations: LanguageOperation[];
  records: LanguageRecord[];
  /** The only path, without the slash at its end. */
  path: string;
  /** The names of the credentials that may be shown, and of the secrets. */
  identity: string[];
  secrets: string[];
  success: number;
  /** Error code → the next step, which ends the error message. */
  next: [code: string, text: string][];
  /** Fields that mark a body as a failure, regardless of its status. */
  failure: [name: string, value: unknown][];
  /** The field of a failure that contains the message. */
  failureText: string;
  /** String fields of the envelope: the camel-case name and the wire name. */
  meta: { name: string; wire: string; about: string }[];
}

export interface LanguageOperation {
  id: string;
  about: string;
  selectors: [name: string, value: unknown][];
  inputs: { name: string; required: boolean; check: InputCheck }[];
  shape: ParsedShape;
  /** The field of the envelope that contains the payload. */
  payload: string | undefined;
}

export interface LanguageRecord {
  name: string;
  about: string;
  members: LanguageMember[];
}

export interface LanguageMember {
  wire: string;
  /** The label from the document or, if there is no label, the wire name, in camel case. */
  name: string;
  about: string;
  required: boolean;
  shape: ParsedShape;
}

/** Returns the input for generated clients in languages other than TypeScript. */
export function languageModel(model: ClientModel): LanguageModel {
  const { table, success, operations } = model;
  const payloadOf = new Map(payloads(model));
  return {
    version: JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')).version,
    operations: operations.map((operation) => ({
      id: operation.id,
      about: aboutOperation(operation),
      selectors: Object.entries(operation.selectors).map(([name, literal]) => [name, JSON.parse(literal)]),
      inputs: Object.entries(operation.inputs).map(([name, input]) => {
        return { name, required: input.required, check: inputCheck(input) };
      }),
      shape: payloadOf.get(operation.id)?.shape ?? { kind: 'asIs' },
      payload: payloadOf.get(operation.id)?.member,
    })),
    records: inOrder(recordsOf(model)).map(({ name, description, members }) => ({
      name,
      about: folded(description),
      members: members.map(({ name: wire, label, description: about, shape, required }) => {
        const said = typeof label === 'string' ? readableName(label) : camel(wire);
        return { wire, name: lowered(said), about: folded(parseDescription(about, shape)), required, shape };
      }),
    })),
    path: table.path.replace(/\/+$/, ''),
    identity: table.credentials.filter((name) => !table.secrets.includes(name)),
    secrets: [...table.secrets],
    success,
    next: Object.entries(NEXT),
    failure: Object.entries(table.error.fixed),
    failureText: table.error.text,
    meta: metaMembers(model).map(({ name, description }) => ({
      name: camel(name),
      wire: name,
      about: folded(description),
    })),
  };
}

const lowered = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
const folded = (text: unknown): string => `${text ?? ''}`.replace(/\s+/g, ' ').trim();
