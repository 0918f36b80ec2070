import { Argument, Command, didYouMean, InvalidArgumentError } from '@vehicle-lookup/toolkit/command-line';
import { type Explanation, explanationText } from '@vehicle-lookup/toolkit/findings';
import { codes, explain, explanations } from '../../report/explain.ts';

export const command: Command = new Command('explain')
  .summary('Explain a finding code.')
  .description('Explains a finding code and the clause or assumption behind it; without CODE, lists all codes.')
  .addArgument(new Argument('[CODE]', 'the code of a check, or the ID of an assumption').argParser(explanationOf))
  .action((explanation: Explanation | undefined) => {
    process.stdout.write(explanation ? explanationText(explanation) : list());
  });

function explanationOf(code: string): Explanation {
  const explanation = explain(code);
  if (explanation) return explanation;
  const hint = didYouMean(code, codes()) || 'a report names its codes';
  throw new InvalidArgumentError(`neither a check nor an assumption has this code; ${hint}`);
}

/** Every code with its title. */
function list(): string {
  const all = explanations();
  const width = Math.max(...all.map(({ code }) => code.length));
  return all.map(({ code, title }) => `${code.padEnd(width)}  ${title}\n`).join('');
}
