import { expect, test } from 'vitest';
import { program } from '../../self-test/mutants.ts';
import { runHere } from '../support/command.ts';

// Deep, because the command verifies the correct services again.
test('if a check is skipped, the command lists the faults that were not found and exits with 1', async () => {
  const { code, out } = await runHere(program, ['--class', 'meaning', '--without', 'first-match']);
  expect(code).toBe(1);
  expect(out).toContain('\n  meaning/first-match-not-first: ');
});
