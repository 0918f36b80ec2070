import { createVehicleLookup } from '@vehicle-lookup/client';
import { describe, expect, test } from 'vitest';
import { readCommandLine } from '../src/command-line.ts';
import { commandName, findOperation, SHORT_NAMES } from '../src/commands.ts';
import { helpText } from '../src/help.ts';
import { operations } from '../src/operations.gen.ts';

const names = operations.map(commandName);

test('every operation is a command, by a name of its own and by its operationId', () => {
  expect(new Set([...names, ...operations.map(({ id }) => id)]).size).toBe(2 * operations.length);
  for (const operation of operations) {
    expect(findOperation(commandName(operation))).toBe(operation);
    expect(findOperation(operation.id)).toBe(operation);
  }
});

test('every short name is of an operation', () => {
  const ids = operations.map(({ id }) => id);
  expect(Object.keys(SHORT_NAMES).filter((id) => !ids.includes(id))).toEqual([]);
});

test('every operation is a method of the client, and the client has no other', () => {
  const client = createVehicleLookup({ baseUrl: 'http://127.0.0.1:1', user: 'demo', key: 'demo-key' });
  const { request, ...rest } = client;
  const methods = Object.entries(rest).filter(([, member]) => typeof member === 'function');
  expect(methods.map(([name]) => name).sort()).toEqual(operations.map(({ id }) => id).sort());
});

test('the names are those that people say', () => {
  expect(names).toEqual([
    'decode',
    'decode-all',
    'vehicle',
    'fluids',
    'parts',
    'times',
    'brands',
    'models',
    'variants',
    'engines',
  ]);
});

test('the help of the program has every command, and that of a command every flag it takes', () => {
  for (const name of names) expect(helpText()).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  expect(helpText(findOperation('decode'))).toContain('--resume');
  expect(helpText(findOperation('variants'))).toContain('variants BRAND MODEL');
  expect(helpText(findOperation('variants'))).not.toContain('--resume');
});

test('words and flags may stand in any order', () => {
  const { id } = findOperation('variants');
  for (const line of ['variants audi a4 --json', '--json variants audi a4', 'variants --json audi -- a4']) {
    expect(readCommandLine(line.split(' '))).toMatchObject({
      kind: 'call',
      operation: { id },
      words: ['audi', 'a4'],
      flags: { json: true },
    });
  }
});

test('--from makes a batch', () => {
  expect(readCommandLine(['fluids', '--from', '-'])).toMatchObject({ kind: 'batch', from: '-' });
});

test('- is standard output, as without --output', () => {
  const plain = readCommandLine(['fluids', '--from', '-']);
  expect(readCommandLine(['fluids', '--from', '-', '--output', '-'])).toEqual(plain);
});

test.each([[], ['--help'], ['-h'], ['help'], ['decode', '--help', '--no-such-flag']])('%j asks for help', (...args) => {
  expect(readCommandLine(args)).toMatchObject({ kind: 'help' });
});

test('the help of a command is asked for in two ways', () => {
  expect(readCommandLine(['help', 'fluids'])).toEqual(readCommandLine(['fluids', '--help']));
  expect(() => readCommandLine(['help', 'fluid'])).toThrow('did you mean fluids?');
});

test('behind -- a value may begin with a dash', () => {
  expect(readCommandLine(['models', '--', '-5'])).toMatchObject({ kind: 'call', words: ['-5'] });
});

describe('a wrong command line says what was expected', () => {
  test.each([
    ['decod WVWZZZ1KZAW000001', 'there is no command "decod"; did you mean decode?'],
    ['frobnicate', 'expected one of decode, decode-all, vehicle'],
    ['decode WVWZZZ1KZAW000001 --jsn', 'there is no flag "--jsn"; did you mean --json?'],
    ['fluids -5', '"-5" begins with a dash, but flags begin with two; a value that does stands behind --, as in'],
    ['decode', 'decode: VIN is missing; expected vehicle-lookup decode VIN'],
    ['variants audi', 'variants: MODEL is missing'],
    ['decode A B', 'decode: takes VIN, got 2 words. Several values are a batch: --from FILE.'],
    ['brands all', 'brands: takes no words, got 1 word.'],
    ['decode A --json --raw', 'give one of them'],
    ['decode A --json --json', '--json is given twice'],
    ['decode A --json=yes', '--json takes no value'],
    ['decode A --user', '--user needs a value: --user NAME'],
    ['decode A --user --json', '--user needs a value; write --user=NAME'],
    ['decode A --from list', 'either VIN or --from FILE, not both'],
    ['brands --from list', 'it takes none'],
    ['variants --from list', 'it takes BRAND MODEL'],
    ['decode A --output out', '--output belongs to a batch'],
    ['decode A --output -', '--output belongs to a batch'],
    ['decode --from list --output - --resume', 'name it with --output FILE'],
    ['decode --from list --resume', 'name it with --output FILE'],
    ['--json', 'a command is missing'],
  ])('%s', (line, words) => {
    expect(() => readCommandLine(line.split(' '))).toThrow(words);
  });

  test.each([['--key', 'secret-of-mine'], ['--key=secret-of-mine'], ['--key']])(
    'a key on it is refused with the reason (%s)',
    (...args) => {
      const read = () => readCommandLine(['decode', 'WVWZZZ1KZAW000001', ...args]);
      expect(read).toThrow(/seen by everyone.*VEHICLE_LOOKUP_KEY.*--key-file/);
      expect(read).not.toThrow(/secret-of-mine/);
    },
  );
});
