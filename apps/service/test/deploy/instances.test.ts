import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { serveOptions } from '../../src/command-line/serve-options.ts';
import { service } from '../support/service.ts';

const read = (file: string): string => readFileSync(join(service, file), 'utf8');
const compose = parse(read('deploy/compose.yaml'));
const manifests = parseAllDocuments(read('deploy/kubernetes.yaml')).map((document) => document.toJS());
const manifest = (kind: string) => manifests.find((one) => one.kind === kind);
const deployment = manifest('Deployment');
const pod = deployment.spec.template.spec;
const [container] = pod.containers;
const [healthCheck = ''] = /fetch\('http.*(?="\])/.exec(read('Containerfile')) ?? [];
const VARIABLES = ['DATABASE_URL', 'VEHICLE_LOOKUP_SERVICE_CATALOGUES'];

/** Verifies that `serve` has all flags in `args`, and returns the value of a flag. */
function flag(args: string[], name: string): string | undefined {
  const known = serveOptions.map(({ long }) => long);
  expect(args[0]).toBe('serve');
  const words = args.flatMap((arg) => arg.split('='));
  for (const word of words.filter((one) => one.startsWith('--'))) expect(known).toContain(word);
  return words[words.indexOf(name) + 1];
}

test('the Kubernetes manifests parse without errors', () => {
  expect(
    parseAllDocuments(read('deploy/kubernetes.yaml')).flatMap(({ errors, warnings }) => [...errors, ...warnings]),
  ).toEqual([]);
  expect(manifests.map(({ kind }) => kind)).toEqual([
    'Deployment',
    'PersistentVolumeClaim',
    'Service',
    'PodDisruptionBudget',
  ]);
});

test('Compose and Kubernetes start the same image with the same variables on all addresses', () => {
  const images = [compose.services.service.image, container.image];
  expect(new Set(images)).toEqual(new Set(['vehicle-lookup-service']));
  expect(read('Containerfile')).toContain('-t vehicle-lookup-service');
  // The image's user owns the mount points of the volumes.
  expect(read('Containerfile')).toMatch(/install -d -o node .* \/data \/catalogues$/m);
  expect(Object.keys(compose.services.service.environment)).toEqual(VARIABLES);
  expect(container.env.map(({ name }: { name: string }) => name)).toEqual(VARIABLES.slice(1));
  expect(read('deploy/kubernetes.yaml')).toContain('--from-literal=DATABASE_URL=');
  for (const args of [compose.services.service.command, container.args]) expect(flag(args, '--host')).toBe('0.0.0.0');
});

test('the stop timeout covers the drain delay and responses in progress', () => {
  const STOP = 10;
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(flag(container.args, '--drain-delay')) + STOP);
  const { command, stop_grace_period } = compose.services.service;
  expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(Number(flag(command, '--drain-delay')) + STOP);
});

test('the probes and the health check of the image use the admin port', () => {
  expect(healthCheck).toContain('/ready');
  const [, admin] = container.ports;
  const asks = (path: string) => ({ httpGet: { path, port: admin.name } });
  for (const probe of [container.startupProbe, container.readinessProbe]) expect(probe).toMatchObject(asks('/ready'));
  expect(container.livenessProbe).toMatchObject(asks('/health'));
  expect(admin.containerPort).toBe(serveOptions.find(({ long }) => long === '--admin-port')?.defaultValue);
  expect(flag(container.args, '--admin-host')).toBe('0.0.0.0');
  expect(flag(container.args, '--admin-token-file')).toBe('/admin/token');
  expect(flag(container.args, '--trust-proxy')).toContain('/');
  // One failed probe removes an instance from the Service before the drain delay ends.
  const { readinessProbe } = container;
  expect(readinessProbe.failureThreshold * readinessProbe.periodSeconds).toBeLessThan(
    Number(flag(container.args, '--drain-delay')),
  );
});

test('instances run as non-root users, with a read-only root file system and without Service variables', () => {
  expect(pod.enableServiceLinks).toBe(false);
  expect(pod.securityContext.runAsNonRoot).toBe(true);
  expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
  expect(compose.services.service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  const mounts = container.volumeMounts.map(({ name }: { name: string }) => name);
  expect(pod.volumes.map(({ name }: { name: string }) => name)).toEqual(mounts);
  expect(container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toContain('/data');
});

test('an instance is replaced only after a new instance is ready', () => {
  expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
  expect(manifest('PodDisruptionBudget').spec.minAvailable).toBe(deployment.spec.replicas - 1);
  expect(manifest('Service').spec.selector).toEqual(deployment.spec.selector.matchLabels);
});

test('the proxy forwards to the instances, which trust only its network', () => {
  const proxy = read('deploy/nginx-instances.conf');
  expect(proxy).toContain('server service:4000');
  expect(Object.keys(compose.services)).toEqual(['database', 'service', 'proxy']);
  expect(flag(compose.services.service.command, '--trust-proxy')).toBe(compose.networks.inside.ipam.config[0].subnet);
  expect(compose.services.proxy.volumes[0]).toContain('./nginx-instances.conf:');
});

test('the proxy has the same log settings as the single-instance proxy', () => {
  const lines = (file: string) =>
    read(file)
      .split('\n')
      .map((line) => line.trim());
  const single = lines('deploy/nginx.conf').filter((line) =>
    /^(log_format|map|default|~|error_|proxy_set_header|location|return)/.test(line),
  );
  expect(single.length).toBeGreaterThan(8);
  expect(lines('deploy/nginx-instances.conf')).toEqual(expect.arrayContaining(single));
});
