import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { cleanUpLater } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { carIds, collect } from '../../data-store/conformance/catalogue.ts';
import { openVehicles } from './catalogue-files.ts';

const VEHICLES = process.env.DEEP ? 300_000 : 40_000;

/** Returns a function that counts the turns of the event loop until the end of the test. */
function countTurns(): () => number {
  let turns = 0;
  const count = () => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  cleanUpLater(() => clearImmediate(timer));
  return () => turns;
}

test('all reads in one turn of the event loop use the same state of the file', async () => {
  const { path, catalogue } = await openVehicles(1, () => ({}));
  const other = new DatabaseSync(path, { timeout: 0 });
  const change = () => other.exec("update vehicle set record = 'changed'");
  const before = await catalogue.vehicle(1);
  expect(change).toThrow('locked');
  expect(await catalogue.vehicle(1)).toBe(before);
  await nextTurn();
  change();
  expect(await catalogue.vehicle(1)).toBe('changed');
  await catalogue.close();
  await nextTurn();
  other.close();
});

test('collecting many matches for a partial VIN does not block other requests and stops after a disconnect', async () => {
  const { catalogue } = await openVehicles(VEHICLES, (carId) => ({
    patterns: [`WVWZZZ1K.A${String(carId).padStart(7, '0')}`, 'WVWZZZ1K'],
    year: String(1990 + (carId % 30)),
    engines: [{ code: carId % 100 }],
  }));
  const turns = countTurns();
  for await (const _ of catalogue.matches('WVWZZZ1K')) break;
  const whileCollecting = Math.floor((2 * VEHICLES) / 1024);
  expect(turns()).toBeGreaterThan(whileCollecting / 2);
  expect((await collect(catalogue.engines('WVWZZZ1K'))).flat()).toHaveLength(100);

  // The client disconnects while matches are collected, and then while engines are collected.
  const before = turns();
  expect(await collect(catalogue.engines('WVWZZZ1K', () => true))).toEqual([]);
  expect(turns() - before).toBeLessThan(5);
  let checks = 0;
  const found = await collect(catalogue.engines('WVWZZZ1K', () => ++checks > whileCollecting + 50));
  expect(found.flat().length).toBeLessThan(100);
  await catalogue.close();
});

test('finding the first match for a partial VIN does not block other requests and stops after a disconnect', async () => {
  const { catalogue } = await openVehicles(VEHICLES, (carId) => ({
    // All vehicles share one key, and each vehicle also has its own key. The search reads both in several steps.
    patterns: ['WVWZZZ1K.A', `WVWZZZ1K..${String(carId).padStart(7, '0')}`],
    year: String(1990 + (carId % 30)),
  }));
  const turns = countTurns();
  const firstMatch = async (vin: string, isDisconnected = () => false) => {
    const before = turns();
    const found = await catalogue.firstMatch(vin, isDisconnected);
    return { found: found === undefined ? undefined : carIds([found])[0], turns: turns() - before };
  };
  const first = await firstMatch('WVWZZZ1K');
  expect(first.found).toBe(29);
  expect(first.turns).toBeGreaterThanOrEqual(Math.floor(VEHICLES / 10_000));
  let checks = 0;
  expect((await firstMatch('WVWZZZ1K', () => ++checks > 2)).turns).toBeLessThan(4);
  // Concurrent searches run together with look-ups, which end the transaction of their turn.
  const lookUps = Array.from({ length: 20 }, () => catalogue.vehicle(7));
  const found = await Promise.all([firstMatch('WVWZZZ1K'), firstMatch('WVWZZZ1KZ'), ...lookUps]);
  expect(found.slice(0, 2)).toMatchObject([{ found: 29 }, { found: 29 }]);
  // If the key is known, the search is synchronous.
  expect((await firstMatch('WVWZZZ1KZB0000029')).turns).toBe(0);
  await catalogue.close();
});
