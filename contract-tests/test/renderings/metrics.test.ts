import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metrics } from '../../src/renderings/metrics.ts';
import { countCells } from '../../src/report/matrix.ts';
import { inSuccess, verifyWith } from '../support/service.ts';
import { anyReport } from './arbitrary-report.ts';

const NAME = '[a-z_]+';
const SAMPLE = new RegExp(`^${NAME}\\{(?:${NAME}="(?:[^"\\\\]|\\\\["\\\\])*",?)*\\} -?[\\d.e+-]+$`);

test('the file has the counts of the report, and a value for the verdict', async () => {
  const report = await verifyWith(
    inSuccess('getVehicle', () => ({ status: 201 })),
    'full',
    { label: 'my "service"' },
  );
  const text = metrics(report);
  const labels = 'target="my \\"service\\"",profile="full"';
  expect(text).toContain(`\nvehicle_lookup_contract_conformant{${labels}} 0\n`);
  expect(text).toContain(`\nvehicle_lookup_contract_cells{${labels},state="pass"} ${countCells(report.cells).pass}\n`);
  expect(text).toContain(`\nvehicle_lookup_contract_failing_findings{${labels}} 1\n`);
  expect(text).not.toContain('contract_stale');
});

test('the file of any report is OpenMetrics text: families with their type and help, samples, an end', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      const lines = metrics(report).split('\n');
      expect(lines.slice(-2)).toEqual(['# EOF', '']);
      for (const line of lines.slice(0, -2)) {
        if (!/^# (TYPE|HELP|UNIT) [a-z_]+ \S/.test(line)) expect(line).toMatch(SAMPLE);
      }
      const families = lines.filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' ')[2] ?? '');
      expect(new Set(families).size).toBe(families.length);
      const sampled = new Set(lines.filter((line) => /^[a-z]/.test(line)).map((line) => line.split('{')[0]));
      expect([...sampled]).toEqual(families);
    }),
    { numRuns: process.env.DEEP ? 2000 : 60 },
  );
});
