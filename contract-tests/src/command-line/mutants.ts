import { accused, measure, type ScoreOptions, survivors } from '../self-test/score.ts';
import { scoreJson, scoreText } from '../self-test/score-text.ts';

/**
 * The command `mutants`: measures the suite itself, prints the score.
 * @returns the exit code: 1 where a fault got through that a check should see, or a correct service was accused
 */
export async function mutantsCommand(options: ScoreOptions, json: boolean): Promise<number> {
  const { stderr } = process;
  const score = await measure(options, (done, all) => {
    // A minute passes; a file needs no progress.
    if (stderr.isTTY) stderr.write(`\r${done} of ${all} services${done === all ? '\n' : ''}`);
  });
  process.stdout.write(json ? scoreJson(score) : scoreText(score));
  return survivors(score).length + accused(score).length > 0 ? 1 : 0;
}
