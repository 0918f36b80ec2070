import { Argument, Command, didYouMean, UsageError } from '@vehicle-lookup/toolkit/command-line';
import type { Explanation } from '@vehicle-lookup/toolkit/findings';

export const command: Command = new Command('explain')
  .summary('Explain a finding code.')
  .description(
    'Explains a finding code and the clause or assumption on which it is based; without CODE, lists all codes.',
  )
  .addArgument(new Argument('[CODE]', 'the code of a check, or the ID of an assumption'))
  .action(async (code: string | undefined) => {
    const { explanations } = await import('../../report/explain.ts');
    process.stdout.write(code === undefined ? list(explanations()) : await explain(code, explanations()));
  });

async function explain(code: string, all: readonly Explanation[]): Promise<string> {
  const explanation = all.find((known) => known.code === code);
  if (explanation) return (await import('@vehicle-lookup/toolkit/findings')).explanationText(explanation);
  const codes = all.map((known) => known.code);
  const hint = didYouMean(code, codes) || 'run explain without CODE for a list';
  throw new UsageError(`CODE: neither a check nor an assumption has this code; ${hint}`);
}

/** Lists all codes with their titles. */
function list(all: readonly Explanation[]): string {
  const width = Math.max(...all.map(({ code }) => code.length));
  return all.map(({ code, title }) => `${code.padEnd(width)}  ${title}\n`).join('');
}
