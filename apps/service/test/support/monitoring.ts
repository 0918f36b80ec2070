import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { service } from './service.ts';

/** A Prometheus alert. */
export interface Alert {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

export const ALERTS: string = join(service, 'deploy/alerts.json');
export const alerts: Alert[] = JSON.parse(readFileSync(ALERTS, 'utf8')).groups[0].rules;
const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
  readFileSync(join(service, 'deploy/dashboard.json'), 'utf8'),
);

export const panelQueries: string[] = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** Returns all queries in the alerts and the dashboard. */
export const queries = (): string[] => [...alerts.map(({ expr }) => expr), ...panelQueries];

/** Metrics that Prometheus itself adds for a service that it scrapes. */
const OF_PROMETHEUS = ['up'];

/** Returns the names of the metrics that a service reports with a value. */
export async function metricsOf(admin: string): Promise<Set<string>> {
  const text = await (await fetch(`${admin}/metrics`)).text();
  return new Set([...text.matchAll(/^([a-z_:][\w:]*)(?:\{.*\})? [-\d.e+]+$/gim)].map(([, name = '']) => name));
}

/** Returns the metric names in the queries that are not among the metrics. */
export function withoutData(metrics: ReadonlySet<string>): string[] {
  const names = queries().flatMap((query) =>
    [...query.matchAll(/\b(?:up|(?:vehicle_lookup|nodejs|process)_\w+)\b/g)].map(([name]) => name),
  );
  return [...new Set(names)].filter((name) => !metrics.has(name) && !OF_PROMETHEUS.includes(name));
}
