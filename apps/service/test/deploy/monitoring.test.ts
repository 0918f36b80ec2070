import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEMONSTRATION, versionName } from '../../src/catalogue/version-name.ts';
import { ask, VEHICLE } from '../support/ask.ts';
import { alerts, metricsOf, queries, withoutData } from '../support/monitoring.ts';
import { serve, service } from '../support/service.ts';
import { soundData } from '../support/sound-data.ts';

const sound = soundData();
/** Metrics that exist only with PostgreSQL; see monitoring.deep.test.ts. */
const OF_POSTGRESQL = /^vehicle_lookup_database_/;

test('every query in the alerts and the dashboard finds data from a running service', async () => {
  const running = await serve(sound.copy());
  expect((await ask(running.address, { ...sound.account(), ...VEHICLE })).status).toBe(200);
  expect(queries().length).toBeGreaterThan(25);
  const missing = withoutData(await metricsOf(running.admin));
  expect(missing.filter((name) => !OF_POSTGRESQL.test(name))).toEqual([]);
  expect(missing.some((name) => OF_POSTGRESQL.test(name))).toBe(true);
});

test('an alert fires for the version of the demonstration catalogue, but not for other versions', () => {
  const { expr = '' } = alerts.find(({ alert }) => alert === 'VehicleLookupDemonstration') ?? {};
  const [, pattern = ''] = /^count\(vehicle_lookup_catalogue_info\{version=~"(.*)"\}\) > 0$/.exec(expr) ?? [];
  // Prometheus anchors a pattern at both ends.
  const fires = (version: string) => new RegExp(`^(?:${pattern})$`).test(version);
  expect(fires(versionName(DEMONSTRATION))).toBe(true);
  expect([versionName(undefined), versionName('vpic-2026'), 'mine'].filter(fires)).toEqual([]);
});

test('each alert has a name, a severity, a summary and a description', () => {
  for (const { alert, labels, annotations } of alerts) {
    expect(alert).toMatch(/^VehicleLookup[A-Z]\w+$/);
    expect(labels.severity).toMatch(/^(page|ticket)$/);
    for (const text of [annotations.summary, annotations.description]) expect(text).toMatch(/^[A-Z].*\.$/);
  }
  expect(readFileSync(join(service, 'RUNBOOK.md'), 'utf8')).toContain('the job is named `vehicle-lookup`');
});
