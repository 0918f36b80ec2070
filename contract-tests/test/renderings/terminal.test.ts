import { expect, test } from 'vitest';
import { terminal } from '../../src/renderings/terminal.ts';
import { isNotAsked } from '../../src/report/matrix.ts';
import { example, inSuccess, type ServiceFault, verifyWith } from '../support/service.ts';

const report = await verifyWith(
  inSuccess('getVehicle', (body) => ({ status: 201, body: { ...body, more: 1 } })),
  'full',
  {
    budget: 70,
  },
);

test('all lines except curl commands fit into 80 columns', () => {
  const long = terminal(report)
    .split('\n')
    .filter((line) => line.length > 80);
  expect(long.filter((line) => !line.startsWith('  reproduce  curl '))).toEqual([]);
});

test('the numbers of planned, sent and remaining requests are printed, and the verdict comes last', () => {
  const { planned, spent, left } = report.requests;
  const lines = terminal(report).trimEnd().split('\n');
  expect(lines.join(' ').replace(/\s+/g, ' ')).toContain(
    `${planned} requests planned, ${spent} sent, ${report.requests.consultations.spent} charged, ${left} left of a`,
  );
  const notAsked = report.cells.filter(isNotAsked).length;
  expect(notAsked).toBeGreaterThan(0);
  const verdict = lines.slice(-4).join(' ').replace(/\s+/g, ' ');
  expect(verdict).toMatch(/not conformant: http.* \(/);
  expect(verdict).toContain(`(1 failure, ${notAsked} not requested, `);
});

const severalSelectors: ServiceFault = (right, { query }) => {
  const isSeveral = right.status === 400 && query.has('fluids') && query.has('only');
  return isSeveral ? { ...right, status: 200, body: example('getFluids') } : right;
};
const contradicting = await verifyWith(severalSelectors, 'full', { profile: 'deep' });

test('a contradicted assumption is printed once, with the observation', () => {
  const contradicted = contradicting.assumptions.filter(({ state }) => state === 'contradicted');
  expect(contradicted.length).toBeGreaterThan(0);
  for (const { id } of contradicted) expect(terminal(contradicting).split(`\n≠ ${id}`)).toHaveLength(2);
});

test('the advice for an intended contradiction is printed once, below all findings', () => {
  const { findings } = contradicting;
  const text = terminal({ ...contradicting, findings: [...findings, ...findings] });
  expect(text.split('If a contradiction is intended')).toHaveLength(2);
  expect(terminal({ ...contradicting, findings: [] })).not.toContain('If a contradiction is intended');
});

test('colours do not change the text', () => {
  const coloured = terminal(report, true);
  expect(coloured).toContain('\x1b[31m✗\x1b[0m');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences
  expect(coloured.replace(/\x1b\[\d+m/g, '')).toBe(terminal(report));
});
