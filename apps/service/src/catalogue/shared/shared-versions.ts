import type { Database } from '../../database/postgres/database.ts';
import type { CatalogueFile } from '../catalogue-store.ts';

/** The versions that an instance must serve and keep. */
export interface SwitchState {
  current?: CatalogueFile;
  /** The version of a pending switch, which waits until all live instances have the version. */
  wanted?: CatalogueFile;
  previous?: string;
  /** The command that requested the switch. */
  askedBy?: string;
}

export interface InstanceReport {
  id: string;
  versions: string[];
  inUse?: string | undefined;
  /** Reason for a failed fetch; `failedFor` is the command that requested the version. */
  failure?: string | undefined;
  failedFor?: string | undefined;
}

/** Milliseconds after which an instance that has not reported no longer delays a switch. It serves requests only after a new report. */
const LIVE_MS = 3_000;

export interface SharedVersions {
  /** Records the versions of an instance, completes a switch if possible, and returns the required versions. */
  report(instance: InstanceReport): Promise<SwitchState>;
  /** Removes an instance that ends, so that a switch does not wait for it. */
  leave(id: string): Promise<void>;
  state(): Promise<SwitchState>;
  live(): Promise<InstanceReport[]>;
  published(): Promise<CatalogueFile[]>;
  record(version: CatalogueFile): Promise<void>;
  /** Begins a switch that replaces any other switch and expires unless it is renewed. */
  ask(version: string, by: string): Promise<void>;
  renew(by: string): Promise<void>;
  /** Abandons the switch of this command; default: any switch. */
  giveUp(by?: string): Promise<void>;
  /** Completes the switch if all live instances have the version, and abandons an expired switch. */
  settle(): Promise<void>;
}

/** Milliseconds after which a switch expires unless its command renews it. */
const LEASE_MS = 5_000;

// The JSON omits columns that are null.
const STATE = `select jsonb_strip_nulls(jsonb_build_object('current', c, 'wanted', w, 'previous', s.previous, 'askedBy', s.asked_by))
    as found from catalogue_switch s
  left join catalogue_version c on c.version = s.current left join catalogue_version w on w.version = s.wanted`;
const LIVE = `select jsonb_strip_nulls(jsonb_build_object(
    'id', id, 'versions', versions, 'inUse', in_use, 'failure', failure, 'failedFor', failed_for)) as found
  from instance where seen_ms > engine_ms() - $1 order by id`;

/** Returns access to versions and instances in PostgreSQL. Every method throws a StorageError if the database fails. */
export function createSharedVersions({ query }: Database): SharedVersions {
  const run = async (text: string, values: unknown[]): Promise<void> => {
    await query(text, values);
  };
  const settle = () => run('select settle_switch($1)', [LIVE_MS]);
  const state = async (): Promise<SwitchState> => (await query<{ found: SwitchState }>(STATE))[0]?.found ?? {};
  return {
    state,
    settle,
    async report({ id, versions, inUse, failure, failedFor }) {
      await run(
        `insert into instance as i values ($1, engine_ms(), $2, $3, $4, $5)
         on conflict (id) do update set seen_ms = excluded.seen_ms, versions = excluded.versions,
           in_use = excluded.in_use, failure = excluded.failure, failed_for = excluded.failed_for`,
        [id, versions, inUse, failure, failedFor],
      );
      await settle();
      return state();
    },
    leave: (id) => run('delete from instance where id = $1 or seen_ms < engine_ms() - 60000', [id]),
    live: async () => (await query<{ found: InstanceReport }>(LIVE, [LIVE_MS])).map(({ found }) => found),
    published: () => query('select version, bytes, sha256 from catalogue_version order by published_ms, version'),
    record: ({ version, bytes, sha256 }) =>
      run(
        `insert into catalogue_version values ($1, $2, $3, engine_ms())
         on conflict do nothing`,
        [version, bytes, sha256],
      ),
    ask: (version, by) =>
      run(
        `update catalogue_switch
         set wanted = $1, asked_by = $2, asked_until_ms = engine_ms() + $3`,
        [version, by, LEASE_MS],
      ),
    renew: (by) =>
      run('update catalogue_switch set asked_until_ms = engine_ms() + $2 where asked_by = $1', [by, LEASE_MS]),
    giveUp: (by) =>
      run(
        `update catalogue_switch set wanted = null, asked_by = null, asked_until_ms = null
         where $1::text is null or asked_by = $1`,
        [by],
      ),
  };
}
