import { existsSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sendJson, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { vins } from '../support/batch.ts';
import { fileOf, recordsIn } from '../support/files.ts';
import { account, runCli, startCli } from '../support/program.ts';
import { serve, vehicle } from '../support/service.ts';

const KILLS = 50;
const CONCURRENCY = 4;
/** More values than the killed runs can request. */
const VALUES = 450;

/** Returns the values in the complete lines of a journal. */
function recordedIn(file: string): string[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole.split('\n').flatMap((line) => (line === '' ? [] : [String(JSON.parse(line).vin)]));
}

test(`a batch that is killed ${KILLS} times repeats only the requests in progress, and keeps all results`, async () => {
  const all = vins(VALUES);
  const paid = new Map<string, number>();
  let left = Number.POSITIVE_INFINITY;
  let stop = () => {};
  const connections = new Set<Socket>();
  const { address } = await serve((query, response, { socket }) => {
    connections.add(socket);
    const vin = query.get('vin') ?? '';
    paid.set(vin, (paid.get(vin) ?? 0) + 1);
    // Long lines increase the probability that a kill leaves an incomplete line.
    sendJson(response, 200, vehicle(`${vin} ${'long '.repeat(2_000)}`));
    if (--left === 0) stop();
  });
  const total = () => [...paid.values()].reduce((sum, count) => sum + count, 0);
  const file = join(temporaryDirectory(), 'fleet.csv');
  const journal = `${file}.ndjson`;
  const args = ['decode', '--from', fileOf(all), '--output', file, '--format', 'csv', '--resume'];
  const settings = { env: account(address) };

  let lost = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const before = recordedIn(journal);
    const paidBefore = total();
    const paidFor = new Map(before.map((vin) => [vin, paid.get(vin)]));
    const program = startCli([...args, '--concurrency', `${CONCURRENCY}`], settings);
    left = 1 + ((kill * 7) % 13);
    // Kill the program some turns later, while the response is being sent, read, or written.
    stop = () => {
      let turns = (kill * 5) % 8;
      const wait = () => (turns-- > 0 ? setImmediate(wait) : void program.child.kill('SIGKILL'));
      wait();
    };
    await program.ended;
    // A request may arrive after the program that sent the request has ended.
    while ([...connections].some(({ destroyed }) => !destroyed)) await nextTurn();
    // Values with a line are not requested again, and no line is lost.
    for (const [vin, count] of paidFor) expect(paid.get(vin)).toBe(count);
    const after = recordedIn(journal);
    expect(after).toEqual(expect.arrayContaining(before));
    const onItsWay = total() - paidBefore - (after.length - before.length);
    expect(onItsWay).toBeLessThanOrEqual(CONCURRENCY);
    lost += onItsWay;
  }
  left = Number.POSITIVE_INFINITY;
  expect(await runCli(args, settings)).toMatchObject({ code: 0 });
  expect(
    recordsIn(journal)
      .map(({ vin }) => vin)
      .sort(),
  ).toEqual(all);
  const rows = readFileSync(file, 'utf8').trimEnd().split('\r\n').slice(1);
  expect(rows.map((row) => row.slice(0, 17))).toEqual(all);
  expect(total()).toBe(VALUES + lost);
  console.log(`${KILLS} kills: ${total()} consultations for ${VALUES} values, ${lost} of them twice`);
});
