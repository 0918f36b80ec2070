import { Argument, Command, Option } from '@vehicle-lookup/command-line';
import { acknowledge } from '../../acknowledge.ts';
import type { Acknowledgement } from '../../report/report.ts';
import { today } from '../today.ts';

interface AcknowledgeArguments extends Acknowledgement {
  base?: string;
  document?: string;
  json?: true;
}

export const command: Command = new Command('acknowledge')
  .summary('Accept a breaking change, with a reason and until a day.')
  .description('Writes acknowledged/FINGERPRINT.yaml beside the document, so that `check` accepts exactly this change.')
  .addArgument(new Argument('<FINGERPRINT>', 'as `check` shows it'))
  .addOption(new Option('--reason <TEXT>', 'why callers have to live with it').makeOptionMandatory())
  .addOption(new Option('--owner <NAME>', 'who answers for it').makeOptionMandatory())
  .addOption(
    new Option(
      '--expires <DATE>',
      'the last day on which it holds, YYYY-MM-DD; at most 90 days ahead',
    ).makeOptionMandatory(),
  )
  .addOption(new Option('--base <BASE>', 'as for check'))
  .addOption(new Option('--document <PATH>', 'as for check'))
  .addOption(new Option('--json', 'print JSON instead of text'))
  .action(async (fingerprint: string, { reason, owner, expires, base, document, json }: AcknowledgeArguments) => {
    const options = { base, document, cwd: process.cwd(), today: today() };
    const file = await acknowledge(fingerprint, { reason, owner, expires }, options);
    console.log(json ? JSON.stringify({ file }) : `${file} written; commit it with the change`);
  });
