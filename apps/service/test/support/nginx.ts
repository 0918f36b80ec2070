import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  debianProgram,
  freePort,
  type RunningProgram,
  startCommand,
  temporaryDirectory,
} from '@vehicle-lookup/testing';

/** A running proxy with a configuration from deploy/. */
export interface RunningProxy extends RunningProgram {
  address: string;
  /** Returns everything that the proxy has printed and logged. */
  logs(): string;
}

/** Returns the status of the proxy's response to `/`, or 0 if it does not respond. */
export const statusOf = ({ address }: Pick<RunningProxy, 'address'>): Promise<number> =>
  fetch(address).then(
    ({ status }) => status,
    () => 0,
  );

const DEPLOY = join(import.meta.dirname, '../../deploy');

/** Returns a configuration from deploy/ with replaced values. @throws if a value does not occur */
export function configuration(file: string, changes: Record<string, string>): string {
  let text = readFileSync(join(DEPLOY, file), 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`${file} has no "${from}"`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** Returns the content of all files in a directory. */
export const logsIn = (directory: string): string =>
  readdirSync(directory)
    .map((file) => readFileSync(join(directory, file), 'utf8'))
    .join('');

/** The Debian package of a proxy and the path of its program. */
export interface ProxyPackage {
  name: string;
  path: string;
}

export const NGINX: ProxyPackage = { name: 'nginx', path: '/usr/sbin/nginx' };

/**
 * Returns the path of a proxy program, or skips the test if the program is not installed and cannot be downloaded. Start the proxy
 * outside this function, so that an invalid configuration fails instead of skipping the test.
 */
export function programOrSkip({ name, path }: ProxyPackage, skip: (note: string) => never): string {
  try {
    return debianProgram(name, path);
  } catch (error) {
    console.warn(`NOT TESTED: ${name}: ${(error as Error).message}`);
    return skip((error as Error).message);
  }
}

/** Starts nginx with deploy/nginx.conf in front of one service. */
export const startNginx = (program: string, upstream: number): Promise<RunningProxy> =>
  start(program, 'nginx.conf', 'listen 443 ssl;', {
    'ssl_certificate /etc/ssl/certs/vehicles.example.com.pem;': '',
    'ssl_certificate_key /etc/ssl/private/vehicles.example.com.key;': '',
    '127.0.0.1:4000': `127.0.0.1:${upstream}`,
  });

/** Starts nginx with deploy/nginx-instances.conf in front of several instances. */
export const startNginxOfInstances = (program: string, ports: readonly number[]): Promise<RunningProxy> =>
  start(program, 'nginx-instances.conf', 'listen 8080;', {
    'server service:4000 max_fails=1 fail_timeout=2s;': ports
      .map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=2s;`)
      .join('\n'),
  });

async function start(
  program: string,
  file: string,
  listens: string,
  changes: Record<string, string>,
): Promise<RunningProxy> {
  const [directory, port] = [temporaryDirectory(), await freePort()];
  const logs = join(directory, 'log');
  mkdirSync(logs);
  const own = { ...changes, [listens]: `listen 127.0.0.1:${port};`, '/var/log/nginx/': `${logs}/` };
  writeFileSync(join(directory, 'site.conf'), configuration(file, own));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  );
  writeFileSync(
    join(directory, 'nginx.conf'),
    // A single process, so that no worker remains after a kill.
    `daemon off; master_process off; pid ${directory}/pid; error_log ${logs}/error.log info; events {}
    http { ${paths.join(' ')} access_log ${logs}/access.log; include ${directory}/site.conf; }`,
  );
  const args = ['-c', join(directory, 'nginx.conf'), '-p', directory, '-e', join(logs, 'start.log')];
  const running = startCommand([program, ...args]);
  return { ...running, address: `http://127.0.0.1:${port}`, logs: () => running.output.all + logsIn(logs) };
}
