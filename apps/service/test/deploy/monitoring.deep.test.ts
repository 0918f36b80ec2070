import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianProgram, freePort, runCommand, startCommand, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { ask, VEHICLE } from '../support/ask.ts';
import { createInstances } from '../support/instances.ts';
import { ALERTS, alerts, metricsOf, panelQueries, withoutData } from '../support/monitoring.ts';

/** Starts Debian's Prometheus with the alerts, and returns its URL. Prometheus scrapes an instance each second. */
async function startPrometheus(admin: string): Promise<string> {
  const program = debianProgram('prometheus', '/usr/bin/prometheus');
  const [directory, listens] = [temporaryDirectory(), `127.0.0.1:${await freePort()}`];
  const configuration = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [ALERTS],
    scrape_configs: [{ job_name: 'vehicle-lookup', static_configs: [{ targets: [new URL(admin).host] }] }],
  };
  const file = join(directory, 'prometheus.yml');
  writeFileSync(file, JSON.stringify(configuration));
  const places = [`--config.file=${file}`, `--storage.tsdb.path=${join(directory, 'data')}`];
  await startCommand([program, ...places, `--web.listen-address=${listens}`]).printed('Server is ready');
  return `http://${listens}`;
}

/** Data in a Prometheus response: `result` for a query, `groups` for `rules`. */
interface Data {
  result: { value: [time: number, value: string] }[];
  groups: { rules: { name: string; health: string; state: string }[] }[];
}

test('Prometheus finds data for every metric of an instance and for every dashboard query', async () => {
  const instances = await createInstances();
  await instances.command('backup', join(temporaryDirectory(), 'backup.tar'));
  const [instance, account] = [await instances.start(), await instances.account('ann')];
  const prometheus = await startPrometheus(instance.admin);
  expect((await ask(instance.address, { ...account, ...VEHICLE })).status).toBe(200);
  expect(withoutData(await metricsOf(instance.admin))).toEqual([]);
  const read = async (path: string): Promise<Data> =>
    ((await (await fetch(`${prometheus}/api/v1/${path}`)).json()) as { data: Data }).data;
  /** Returns the queries without a numeric result. */
  const empty = async () => {
    expect((await ask(instance.address, { ...account, ...VEHICLE })).status).toBe(200);
    const missing: string[] = [];
    for (const query of panelQueries) {
      const { result } = await read(
        `query?${new URLSearchParams({ query: query.replaceAll('$__rate_interval', '1m') })}`,
      );
      if (!result.some(({ value }) => Number.isFinite(Number(value[1])))) missing.push(query);
    }
    return missing;
  };
  await expect.poll(empty).toEqual([]);
  const rules = (await read('rules')).groups.flatMap((group) => group.rules);
  expect(rules.map(({ name, health, state }) => [name, health, state])).toEqual(
    alerts.map(({ alert }) => [alert, 'ok', 'inactive']),
  );
});

const A = { instance: 'a', job: 'vehicle-lookup' };

interface Condition {
  /** Series that cause the alert, with one value per minute. */
  series: Record<string, string>;
  /** Labels of the alert, without its severity. */
  labels: Record<string, string>;
}

const of = (name: string, labels: Record<string, string> = {}): string =>
  `${name}{${Object.entries({ ...A, ...labels })
    .map(([label, value]) => `${label}="${value}"`)
    .join()}}`;
const grows = '0x10 1+1x30';

/** Conditions, keyed by alert name. */
const CONDITIONS: Record<string, Condition> = {
  Down: { series: { [of('up')]: '0x40' }, labels: A },
  Errors: {
    series: {
      [of('vehicle_lookup_requests_total', { status: '200' })]: '0+100x40',
      [of('vehicle_lookup_requests_total', { status: '500' })]: '0+10x40',
    },
    labels: {},
  },
  Slow: {
    series: Object.fromEntries(
      ['1', '5', '+Inf'].map((le) => [
        of('vehicle_lookup_request_duration_seconds_bucket', { le }),
        le === '1' ? '0x40' : '0+10x40',
      ]),
    ),
    labels: {},
  },
  Storage: {
    series: { [of('vehicle_lookup_storage_failures_total', { reason: 'full' })]: grows },
    labels: { instance: 'a', reason: 'full' },
  },
  CatalogueFetch: {
    series: { [of('vehicle_lookup_events_total', { event: 'fetch-failed' })]: grows },
    labels: { ...A, event: 'fetch-failed' },
  },
  CatalogueVersions: {
    series: {
      [of('vehicle_lookup_catalogue_info', { version: 'v1' })]: '1x40',
      [of('vehicle_lookup_catalogue_info', { version: 'v2', instance: 'b' })]: '1x40',
    },
    labels: {},
  },
  Demonstration: {
    series: { [of('vehicle_lookup_catalogue_info', { version: 'demonstration-20261120T171259123Z' })]: '1x40' },
    labels: {},
  },
  SwitchPending: { series: { [of('vehicle_lookup_catalogue_switch_pending')]: '1x40' }, labels: {} },
  EventLoop: { series: { [of('nodejs_eventloop_lag_p99_seconds')]: '0.4x40' }, labels: A },
  Overload: {
    series: { [of('vehicle_lookup_events_total', { event: 'overload' })]: '0+600x40' },
    labels: { instance: 'a' },
  },
  Connections: {
    series: { [of('vehicle_lookup_events_total', { event: 'connections' })]: grows },
    labels: { ...A, event: 'connections' },
  },
  LockOuts: { series: { [of('vehicle_lookup_events_total', { event: 'lock-out' })]: '0+5x40' }, labels: {} },
  Clock: {
    series: { [of('vehicle_lookup_events_total', { event: 'clock' })]: grows },
    labels: { instance: 'a' },
  },
  LogLines: { series: { [of('vehicle_lookup_log_lines_dropped_total')]: grows }, labels: A },
  DatabaseQueue: {
    series: { [of('vehicle_lookup_database_queue_length', { call: 'charge' })]: '5000x40' },
    labels: { instance: 'a' },
  },
  // In promtool, time begins at 0.
  BackupOld: { series: { [of('vehicle_lookup_newest_backup_timestamp_seconds')]: '-200000x40' }, labels: {} },
};

test('each alert fires once under its condition, but not for a healthy service', async () => {
  const promtool = debianProgram('prometheus', '/usr/bin/promtool');
  expect(alerts.map(({ alert }) => alert.replace('VehicleLookup', ''))).toEqual(Object.keys(CONDITIONS));
  const at = (series: Record<string, string>, expected: object[]) => ({
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: expected,
  });
  const fires = alerts.map(({ alert, labels, annotations }) => {
    const condition = CONDITIONS[alert.replace('VehicleLookup', '')] as Condition;
    const fired = { exp_labels: { ...condition.labels, ...labels }, exp_annotations: annotations };
    return at(condition.series, [{ eval_time: '30m', alertname: alert, exp_alerts: [fired] }]);
  });
  const sound = Object.fromEntries(
    Object.values(CONDITIONS).flatMap(({ series }) =>
      Object.keys(series)
        .filter((name) => !/status="500"|version="(v2|demonstration.*)"|le="5"/.test(name))
        .map((name) => [
          name,
          /^up|catalogue_info/.test(name) ? '1x40' : /requests_total|bucket/.test(name) ? '0+10x40' : '0x40',
        ]),
    ),
  );
  const rests = at(
    sound,
    alerts.map(({ alert }) => ({ eval_time: '30m', alertname: alert, exp_alerts: [] })),
  );
  const file = join(temporaryDirectory(), 'test.json');
  writeFileSync(file, JSON.stringify({ rule_files: [ALERTS], evaluation_interval: '1m', tests: [...fires, rests] }));
  expect(await runCommand([promtool, 'check', 'rules', ALERTS])).toMatchObject({ code: 0 });
  const { code, out, err } = await runCommand([promtool, 'test', 'rules', file]);
  expect([code, out + err]).toEqual([0, expect.stringContaining('SUCCESS')]);
});
