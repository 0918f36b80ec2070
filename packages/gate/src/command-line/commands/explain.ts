import { Argument, Command, didYouMean, Option, UsageError } from '@vehicle-lookup/toolkit/command-line';

export const command: Command = new Command('explain')
  .summary('Explain a code of a finding.')
  .description('Explains what a code of a finding means, how it is rated, and what to do.')
  .addArgument(new Argument('<CODE>', 'the code of a finding'))
  .addOption(new Option('--json', 'print JSON instead of text'))
  .action(async (code: string, { json }: { json?: true }) => {
    const { explanations, explanationText } = await import('../../report/explain.ts');
    const known = explanations();
    const explanation = known.find((one) => one.code === code);
    if (explanation) {
      process.stdout.write(json ? `${JSON.stringify(explanation, null, 2)}\n` : explanationText(explanation));
      return;
    }
    const codes = known.map((one) => one.code);
    throw new UsageError(`no finding has this code; ${didYouMean(code, codes) || `known are ${codes.join(', ')}`}`);
  });
