import { isDeepStrictEqual } from 'node:util';
import { items } from '../../../openapi/node.ts';
import type { DocumentedOperation, DocumentedParameter } from '../../../operations/read-operations.ts';
import { operationsOf } from '../../operations.ts';
import type { Check, RuleFinding } from '../../rule.ts';

/** A parameter declaration of one operation. */
interface Use {
  id: string;
  parameter: DocumentedParameter;
}

const key = ({ in: place, name }: DocumentedParameter) => `${place} parameter ${name}`;
const unique = <T>(values: T[]) =>
  values.filter((value, i) => values.findIndex((v) => isDeepStrictEqual(v, value)) === i);

/** Checks that the query operation has exactly the parameters of the operations, with the same schemas. */
export const check: Check = (document) => {
  const read = operationsOf(document);
  if (!read) return [];
  const { wire, operations } = read;
  const wired = new Map(wire.parameters.map((parameter) => [key(parameter), parameter]));
  const uses = new Map<string, Use[]>();
  for (const { id, parameters } of operations) {
    for (const parameter of parameters)
      uses.set(key(parameter), [...(uses.get(key(parameter)) ?? []), { id, parameter }]);
  }
  const findings: RuleFinding[] = [];
  for (const [name, found] of uses) {
    findings.push(...optionalConstants(found));
    const own = wired.get(name);
    const [{ id, parameter }] = found as [Use];
    if (own) findings.push(...schemaOf(own, found), ...requiredOf(own, found, operations));
    else
      findings.push({
        message: `${name}: expected on the query operation, because ${id} accepts it`,
        at: parameter.at,
      });
  }
  for (const [name, { at }] of wired) {
    if (!uses.has(name)) findings.push({ message: `${name}: expected an operation that accepts it, found none`, at });
  }
  return findings;
};

/** Reports optional parameters with a `const`, because a selector must be required. */
function optionalConstants(uses: Use[]): RuleFinding[] {
  return uses
    .filter(
      ({ parameter }) => parameter.in === 'query' && 'const' in parameter.schema && parameter.selector === undefined,
    )
    .map(({ parameter }) => ({
      message: `${key(parameter)}: has a const, so it selects the operation; expected required: true`,
      at: parameter.at,
    }));
}

function schemaOf(own: DocumentedParameter, uses: Use[]): RuleFinding[] {
  const at = [...own.at, 'schema'];
  const selectors = uses.flatMap(({ parameter }) => parameter.selector ?? []);
  if (selectors.length === uses.length) {
    const expected = new Set(selectors);
    const found = new Set(('const' in own.schema ? [own.schema.const] : items(own.schema.enum)).map(String));
    if (isDeepStrictEqual(found, expected)) return [];
    const list = (values: Set<string>) => [...values].join(', ') || 'neither';
    const what = `a const or enum of exactly ${list(expected)}, as in the operations`;
    return [{ message: `${key(own)}: expected ${what}; found ${list(found)}`, at }];
  }
  const expected = unique(uses.map(({ parameter }) => parameter.schema));
  const found = unique(expected.length > 1 ? items(own.schema.anyOf) : [own.schema]);
  const same = found.length === expected.length && expected.every((a) => found.some((b) => isDeepStrictEqual(a, b)));
  if (same) return [];
  const ids = uses.map(({ id }) => id).join(', ');
  const what = expected.length > 1 ? `an anyOf of exactly the ${expected.length} schemas` : 'the schema';
  return [{ message: `${key(own)}: expected ${what} that it has in ${ids}; found a different schema`, at }];
}

function requiredOf(own: DocumentedParameter, uses: Use[], operations: DocumentedOperation[]): RuleFinding[] {
  const without = operations.find(({ id }) => !uses.some((use) => use.id === id && use.parameter.required));
  if (own.required === !without) return [];
  const reason = without ? `${without.id} does not require it` : 'every operation requires it';
  const message = `${key(own)}: expected required: ${!without} on the query operation, because ${reason}`;
  return [{ message, at: own.at }];
}
