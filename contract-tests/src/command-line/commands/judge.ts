import { Argument, Command, Option } from '@vehicle-lookup/toolkit/command-line';
import type { TrafficOptions } from '../../judge-traffic.ts';
import { addReportOptions, type ReportOutputOptions } from '../report-options.ts';

export const command: Command = addReportOptions(
  new Command('judge')
    .summary('Judge recorded traffic.')
    .description(
      'Judges recorded traffic without sending requests: HAR files from a browser, a proxy or another tool, or NDJSON with a ' +
        'request (method, url) and a response (status, headers, body) on each line. Exchanges with other APIs are left out; keys ' +
        'in the queries are masked.',
    )
    .addArgument(new Argument('<FILE...>', 'recordings of a single service'))
    .addOption(
      new Option(
        '--history <DIR>',
        'add the results from the traffic; the next `verify --history DIR` sends only the remaining requests',
      ),
    )
    .addOption(new Option('--label <TEXT>', 'name of the target in the report')),
  'report',
).action(async (files: string[], given: TrafficOptions & ReportOutputOptions, invoked) => {
  const [{ judgeTraffic }, { outputReport }] = await Promise.all([
    import('../../judge-traffic.ts'),
    import('../output.ts'),
  ]);
  return outputReport(judgeTraffic(files, given), given, invoked);
});
