import { Argument, Command, Option } from '@vehicle-lookup/toolkit/command-line';
import type { Acknowledgement } from '../../report/report.ts';
import { today } from '../options.ts';

interface AcknowledgeArguments extends Acknowledgement {
  base?: string;
  document?: string;
  json?: true;
}

export const command: Command = new Command('acknowledge')
  .summary('Accept a breaking change until a given date.')
  .description(
    'Writes acknowledged/FINGERPRINT.yaml next to the document, so that `check` accepts exactly this change.',
  )
  .addArgument(new Argument('<FINGERPRINT>', 'the fingerprint that `check` prints'))
  .addOption(new Option('--reason <TEXT>', 'why callers must accept the change').makeOptionMandatory())
  .addOption(new Option('--owner <NAME>', 'person or team responsible for the change').makeOptionMandatory())
  .addOption(
    new Option(
      '--expires <DATE>',
      'last day on which the acknowledgement is valid, YYYY-MM-DD; at most 90 days ahead',
    ).makeOptionMandatory(),
  )
  .addOption(new Option('--base <BASE>', 'same as for check'))
  .addOption(new Option('--document <PATH>', 'same as for check'))
  .addOption(new Option('--json', 'print JSON instead of text'))
  .action(async (fingerprint: string, { reason, owner, expires, base, document, json }: AcknowledgeArguments) => {
    const { acknowledge } = await import('../../acknowledge.ts');
    const options = { base, document, cwd: process.cwd(), today: today() };
    const file = await acknowledge(fingerprint, { reason, owner, expires }, options);
    console.log(json ? JSON.stringify({ file }) : `${file} written; commit it with the change`);
  });
