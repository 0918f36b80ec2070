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

/** Two servers, one of which replicates the other. */
export interface Replication {
  /** An address that leads to the primary, whichever server that is: it stands in for a virtual address. */
  url: string;
  /**
   * Kills the primary, promotes the standby and moves the address to it. The new primary waits for no standby until it has one.
   * Returns the milliseconds of the promotion.
   */
  failOver(): Promise<number>;
  /** Builds a standby on a copy of the primary. Once this resolves, each commit waits for the standby. */
  addStandby(): Promise<void>;
  /** Kills the standby: no commit ends until there is one, or until the primary no longer waits for it. */
  loseStandby(): Promise<void>;
  stop(): Promise<void>;
}

/** A standby that is built under load reads what was written meanwhile from the primary. */
const SETTINGS = { synchronous_commit: 'on', wal_keep_size: '1GB' };
const STANDBY = 'standby';

/** Starts a primary with a standby that is in step. */
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

/** A base backup by PostgreSQL's functions: the tests' binaries have no `pg_basebackup`. */
async function startStandby(primary: Postgresql): Promise<Postgresql> {
  const [directory, user] = [temporaryDirectory(), serverUser()];
  const data = join(directory, 'data');
  const session = new pg.Client({ connectionString: primary.url });
  await session.connect();
  await session.query("select pg_backup_start('standby', fast => true)");
  // Files may vanish while they are copied, which cp takes for an error; the log of the primary has what they held.
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
