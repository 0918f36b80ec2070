import { Argument, Command, didYouMean, Option, UsageError } from '@vehicle-lookup/toolkit/command-line';

export const command: Command = new Command('explain')
  .summary('Explain a finding code.')
  .description('Explains the meaning of a finding code, its rating and the next step.')
  .addArgument(new Argument('<CODE>', 'finding code'))
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
    throw new UsageError(`no finding has this code; ${didYouMean(code, codes) || `known codes: ${codes.join(', ')}`}`);
  });
