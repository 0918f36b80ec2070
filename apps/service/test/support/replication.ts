import { chownSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import {
  listen,
  type Postgresql,
  runCommand,
  serverUser,
  startPostgresql,
  temporaryDirectory,
} from '@vehicle-lookup/testing';
import pg from 'pg';
import { expect } from 'vitest';
import { administer } from './postgresql.ts';

/** A primary server and a standby that replicates it. */
export interface Replication {
  /** A URL that always connects to the current primary, like a virtual IP address. */
  url: string;
  /**
   * Kills the primary, promotes the standby and moves the URL to it. The new primary does not wait for a standby until it has one.
   * Returns the duration of the promotion in milliseconds.
   */
  failOver(): Promise<number>;
  /** Builds a standby from a copy of the primary. After this resolves, each commit waits for the standby. */
  addStandby(): Promise<void>;
  /** Kills the standby. Commits then wait until there is a new standby or the primary no longer waits for a standby. */
  loseStandby(): Promise<void>;
  stop(): Promise<void>;
}

/** Settings that let a standby built under load read recent changes from the primary. */
const SETTINGS = { synchronous_commit: 'on', wal_keep_size: '1GB' };
const STANDBY = 'standby';

/** Starts a primary with a synchronous standby. */
export async function startReplication(): Promise<Replication> {
  let primary = await startPostgresql(SETTINGS);
  let standby: Postgresql | undefined;
  const server = createServer((client) => {
    const upstream = connect(primary.port, '127.0.0.1');
    client.on('error', () => undefined).on('close', () => upstream.destroy());
    upstream.on('error', () => undefined).on('close', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  const { address } = await listen(server as Parameters<typeof listen>[0]);
  const url = new URL(primary.url);
  url.port = new URL(address).port;

  async function addStandby(): Promise<void> {
    standby = await startStandby(primary);
    await administer(primary.url, `alter system set synchronous_standby_names = '${STANDBY}'`);
    await administer(primary.url, 'select pg_reload_conf()');
    const inStep = "select application_name from pg_stat_replication where state = 'streaming' and sync_state = 'sync'";
    await expect.poll(() => administer(primary.url, inStep)).toEqual([{ application_name: STANDBY }]);
  }
  await addStandby();
  return {
    url: url.href,
    addStandby,
    async failOver() {
      if (!standby) throw new Error('there is no standby: call addStandby first');
      await primary.stop('SIGKILL');
      const start = performance.now();
      await administer(standby.url, 'select pg_promote()');
      [primary, standby] = [standby, undefined];
      return performance.now() - start;
    },
    async loseStandby() {
      await standby?.stop('SIGKILL');
    },
    async stop() {
      server.close();
      await Promise.all([primary.stop(), standby?.stop()]);
    },
  };
}

/** Starts a standby from a base backup. The backup uses SQL functions, because the test binaries lack `pg_basebackup`. */
async function startStandby(primary: Postgresql): Promise<Postgresql> {
  const [directory, user] = [temporaryDirectory(), serverUser()];
  const data = join(directory, 'data');
  const session = new pg.Client({ connectionString: primary.url });
  await session.connect();
  await session.query("select pg_backup_start('standby', fast => true)");
  // Files may disappear while cp copies them, which cp reports as an error. The primary's log contains their content.
  await runCommand(['cp', '-a', primary.data, data]);
  const { rows } = await session.query('select labelfile from pg_backup_stop(wait_for_archive => false)');
  await session.end();
  await runCommand(['sh', '-c', 'cd "$0" && rm -rf postmaster.* pg_wal/* pg_replslot/*', data]);
  for (const [name, text] of [
    ['backup_label', rows[0].labelfile],
    ['standby.signal', ''],
  ]) {
    writeFileSync(join(data, name), text);
    if (user !== undefined) chownSync(join(data, name), user, user);
  }
  if (user !== undefined) chownSync(directory, user, user);
  const { port, password } = primary;
  const origin = `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=${STANDBY}`;
  const settings = { ...SETTINGS, primary_conninfo: origin };
  return startPostgresql(settings, { data, password });
}
