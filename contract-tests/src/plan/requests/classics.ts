import { checkParameter, type OperationTable, type ParameterRule } from '@vehicle-lookup/openapi/selectors';
import type { ContractOperation } from '../document.ts';
import type { KnownData } from '../known-data.ts';
import { goodQuery, type Pair, type Request, replaced, without } from '../request.ts';

/** A request that common frameworks are known to misinterpret. Testing one operation is sufficient. */
export interface Classic extends Pick<Request, 'parameter' | 'form' | 'faults'> {
  /** The name of the parameter or credential, and its special value. */
  name: string;
  operation: ContractOperation;
  /** A description of the fault and the affected programming languages or frameworks. */
  reason: string;
  query: (known: KnownData) => readonly Pair[];
}

/** Appends a character to a valid string, replacing its last character if the string has the maximum length. */
const withLast = ({ maxLength }: ParameterRule, good: string, last: string): string =>
  `${good.length === maxLength ? good.slice(0, -1) : good}${last}`;

const FULL_WIDTH_ZERO = 0xff10;

/** The special values. `make` returns undefined if the parameter cannot have the value. */
const SPECIAL_VALUES: readonly (Required<Pick<Classic, 'form' | 'reason'>> & {
  make: (rule: ParameterRule, good: string) => string | undefined;
})[] = [
  {
    form: 'line feed',
    reason: 'In Python, PHP, Perl and .NET, `$` also matches before a line feed at the end; number parsers skip it.',
    make: (rule, good) => {
      const value = withLast(rule, good, '\n');
      return checkParameter(rule, value) === undefined ? undefined : value;
    },
  },
  {
    form: 'NUL',
    reason: 'PostgreSQL rejects a string with NUL, so the lookup fails with 500; in C a string ends there.',
    make: (rule, good) => (rule.type === 'integer' ? undefined : withLast(rule, good, '\0')),
  },
  {
    form: 'full-width digit',
    reason: '`\\d`, `isdigit()` and `int()` of Python accept digits of other scripts.',
    make: ({ type }, good) =>
      type === 'integer'
        ? good.replaceAll(/\d/g, (digit) => String.fromCodePoint(FULL_WIDTH_ZERO + Number(digit)))
        : undefined,
  },
  {
    form: 'more than 32 bits',
    reason: 'A column or variable of 32 bits ends at 2147483647: the lookup fails, or finds another vehicle.',
    make: ({ type }) => (type === 'integer' ? '3000000000' : undefined),
  },
  {
    form: '5,000 digits',
    reason: 'Python raises an error at more than 4,300 digits; other parsers read infinity.',
    make: ({ type }) => (type === 'integer' ? '9'.repeat(5000) : undefined),
  },
];

const UPPER_CASE = 'Some frameworks, such as ASP.NET, compare parameter names without regard to case.';
const LOOSE_VALUE = 'PHP and Perl compare strings of digits as numbers, as does a service that parses selectors.';
const OBJECT_MEMBER = 'In JavaScript, every object that serves as a map of users has this member.';

/** Returns the classic requests of a document, with each special value once for every applicable parameter. */
export function classicsOf(table: OperationTable, operations: readonly ContractOperation[]): Classic[] {
  const parameters = operations.flatMap((operation) =>
    Object.entries(operation.entry.parameters).map(([name, rule]) => ({ operation, name, rule })),
  );
  const first = parameters.filter(({ name }, index) => parameters.findIndex((other) => other.name === name) === index);
  const values = first.flatMap(({ operation, name, rule }) =>
    SPECIAL_VALUES.filter(({ make }) => make(rule, operation.values[name] ?? '') !== undefined).map(
      ({ form, reason, make }): Classic => ({
        name: `${name} ${form}`,
        operation,
        parameter: name,
        form,
        reason,
        query: (known) => [
          ...without(goodQuery(operation.entry, known), name),
          [name, make(rule, known.value(operation.entry.id, name)) ?? ''],
        ],
      }),
    ),
  );
  return [...values, ...upperCaseName(first), ...looseSelector(operations), ...objectMembers(table, operations)];
}

/** Returns a request with a mixed-case parameter name in upper case. */
function upperCaseName(parameters: readonly { operation: ContractOperation; name: string }[]): Classic[] {
  const found = parameters.find(({ name }) => name !== name.toLowerCase());
  if (!found) return [];
  const { operation, name } = found;
  const query = (known: KnownData): Pair[] => [
    ...without(goodQuery(operation.entry, known), name),
    [name.toUpperCase(), known.value(operation.entry.id, name)],
  ];
  return [{ name: `${name} upper case`, operation, reason: UPPER_CASE, query }];
}

/** Returns a request whose selector value equals the documented value only as a number. */
function looseSelector(operations: readonly ContractOperation[]): Classic[] {
  return operations
    .flatMap((operation) =>
      Object.entries(operation.entry.selectors).map(([name, value]) => ({ operation, name, value })),
    )
    .slice(0, 1)
    .map(({ operation, name, value }) => ({
      name: `${name} leading zero`,
      operation,
      form: `0${value}`,
      reason: LOOSE_VALUE,
      query: (known) => replaced(goodQuery(operation.entry, known), name, `0${value}`),
    }));
}

/** Returns requests without the secret, in which the user is the name of a property that every JavaScript object has. */
function objectMembers({ credentials, secrets }: OperationTable, operations: readonly ContractOperation[]): Classic[] {
  const operation = operations.find(({ entry }) => entry.statuses.includes('401'));
  const user = credentials.find((name) => !secrets.includes(name));
  if (!operation || user === undefined || secrets.length === 0) return [];
  const absent = Object.fromEntries(secrets.map((name) => [name, 'absent' as const]));
  return (['constructor-name', 'proto-name'] as const).map((member) => ({
    name: `${user} ${member}`,
    operation,
    faults: { [user]: member, ...absent },
    reason: OBJECT_MEMBER,
    query: (known) => goodQuery(operation.entry, known),
  }));
}
