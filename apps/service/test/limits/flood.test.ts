import { expect, test } from 'vitest';
import { type Answer, ask, VEHICLE } from '../support/ask.ts';
import { createAccount, serveHere } from '../support/service.ts';
import { soundData } from '../support/sound-data.ts';

const sound = soundData();

test('a flood of requests and invalid keys for one account does not affect another account', async () => {
  const data = sound.copy();
  const other = await createAccount(data, 'other', 'standard');
  const service = await serveHere(data);
  const asOther = () => ask(service.address, { ...other, ...VEHICLE });
  const { remaining: before = 0 } = await asOther();

  let isOver = false;
  const lane = async (query: Record<string, string>): Promise<number> => {
    let sent = 0;
    for (; !isOver; sent++) await ask(service.address, { ...query, ...VEHICLE });
    return sent;
  };
  const flood = Promise.all([
    ...Array.from({ length: 20 }, () => lane({ ...sound.account() })),
    ...Array.from({ length: 20 }, () => lane({ ...sound.account(), key: 'wrong' })),
  ]);
  const answers: Answer[] = [];
  for (let count = 0; count < 20; count++) answers.push(await asOther());
  isOver = true;

  expect(Math.min(...(await flood))).toBeGreaterThan(0);
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(answers.at(-1)?.remaining).toBe(before - 20);
});
