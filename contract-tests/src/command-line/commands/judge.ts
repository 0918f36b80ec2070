import { Argument, Command, Option } from '@vehicle-lookup/toolkit/command-line';
import type { TrafficOptions } from '../../judge-traffic.ts';
import { addReportOptions, type ReportOutputOptions } from '../report-options.ts';

export const command: Command = addReportOptions(
  new Command('judge')
    .summary('Judge recorded traffic.')
    .description(
      'Judges traffic that exists already, without a request: HAR files of a browser, a proxy or another tool, or NDJSON with a ' +
        'request (method, url) and a response (status, headers, body) in each line. Exchanges of other interfaces are left out; keys ' +
        'in the queries are masked.',
    )
    .addArgument(new Argument('<FILE...>', 'the recordings, of one service'))
    .addOption(
      new Option(
        '--history <DIR>',
        'adds what the traffic showed; the next `verify --history DIR` asks only for the rest',
      ),
    )
    .addOption(new Option('--label <TEXT>', 'a name for what is judged, for the report')),
  'report',
).action(async (files: string[], given: TrafficOptions & ReportOutputOptions, invoked) => {
  const [{ judgeTraffic }, { outputReport }] = await Promise.all([
    import('../../judge-traffic.ts'),
    import('../output.ts'),
  ]);
  return outputReport(judgeTraffic(files, given), given, invoked);
});
