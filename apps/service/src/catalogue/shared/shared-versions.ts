import type { Database } from '../../database/postgres/database.ts';
import type { CatalogueFile } from '../catalogue-store.ts';

/** What an instance has to serve and to keep. */
export interface SwitchState {
  current: CatalogueFile | undefined;
  /** The version to switch to, once all live instances have it. */
  wanted: CatalogueFile | undefined;
  previous: string | undefined;
  /** The command that asked for the wanted version. */
  askedBy: string | undefined;
}

export interface InstanceReport {
  id: string;
  versions: string[];
  inUse: string | undefined;
  /** Why it has not got a version, and who had asked for it. */
  failure: string | undefined;
  failedFor: string | undefined;
}

/** An instance that has not reported for this long is not waited for. It serves nothing before it has reported again. */
const LIVE_MS = 3_000;

export interface SharedVersions {
  /** Records what an instance has, completes a switch that waited for it, and returns what it should have. */
  report(instance: InstanceReport): Promise<SwitchState>;
  /** The instance ends: nothing waits for it. */
  leave(id: string): Promise<void>;
  state(): Promise<SwitchState>;
  live(): Promise<InstanceReport[]>;
  published(): Promise<CatalogueFile[]>;
  record(version: CatalogueFile): Promise<void>;
  /** Begins a switch, instead of any other. It expires unless it is renewed. */
  ask(version: string, by: string): Promise<void>;
  renew(by: string): Promise<void>;
  /** Gives up the switch of this command; default: of any. */
  giveUp(by?: string): Promise<void>;
  /** Completes the switch if no live instance lacks the version, and gives up one that has expired. */
  settle(): Promise<void>;
}

interface InstanceRow extends Pick<InstanceReport, 'id' | 'versions'> {
  in_use: string | null;
  failure: string | null;
  failed_for: string | null;
}

/** A switch that its command has not renewed for this long has expired. */
const LEASE_MS = 5_000;

const STATE = `select previous, asked_by as "askedBy", to_jsonb(c) as current, to_jsonb(w) as wanted from catalogue_switch
  left join catalogue_version c on c.version = catalogue_switch.current
  left join catalogue_version w on w.version = catalogue_switch.wanted`;

/** What PostgreSQL says about versions and instances. Every method throws a StorageError if the database is what failed. */
export function createSharedVersions({ query }: Database): SharedVersions {
  const settle = async () => void (await query('select settle_switch($1)', [LIVE_MS]));
  const state = async (): Promise<SwitchState> => {
    const [row] = await query<{ [Name in keyof SwitchState]: SwitchState[Name] | null }>(STATE);
    const { current, wanted, previous, askedBy } = row ?? {};
    return {
      current: current ?? undefined,
      wanted: wanted ?? undefined,
      previous: previous ?? undefined,
      askedBy: askedBy ?? undefined,
    };
  };
  return {
    state,
    settle,
    async report({ id, versions, inUse, failure, failedFor }) {
      await query(
        `insert into instance as i values ($1, engine_ms(), $2, $3, $4, $5)
         on conflict (id) do update set seen_ms = excluded.seen_ms, versions = excluded.versions,
           in_use = excluded.in_use, failure = excluded.failure,
           failed_for = excluded.failed_for`,
        [id, versions, inUse, failure, failedFor],
      );
      await settle();
      return state();
    },
    leave: async (id) =>
      void (await query('delete from instance where id = $1 or seen_ms < engine_ms() - 60000', [id])),
    async live() {
      const text =
        'select id, versions, in_use, failure, failed_for from instance where seen_ms > engine_ms() - $1 order by id';
      const rows = await query<InstanceRow>(text, [LIVE_MS]);
      return rows.map(({ in_use, failure, failed_for, ...row }) => ({
        ...row,
        inUse: in_use ?? undefined,
        failure: failure ?? undefined,
        failedFor: failed_for ?? undefined,
      }));
    },
    published: () =>
      query<CatalogueFile>('select version, bytes, sha256 from catalogue_version order by published_ms, version'),
    record: async ({ version, bytes, sha256 }) =>
      void (await query('insert into catalogue_version values ($1, $2, $3, engine_ms()) on conflict do nothing', [
        version,
        bytes,
        sha256,
      ])),
    ask: async (version, by) =>
      void (await query('update catalogue_switch set wanted = $1, asked_by = $2, asked_until_ms = engine_ms() + $3', [
        version,
        by,
        LEASE_MS,
      ])),
    renew: async (by) =>
      void (await query('update catalogue_switch set asked_until_ms = engine_ms() + $2 where asked_by = $1', [
        by,
        LEASE_MS,
      ])),
    giveUp: async (by) =>
      void (await query(
        `update catalogue_switch set wanted = null, asked_by = null, asked_until_ms = null
         where $1::text is null or asked_by = $1`,
        [by],
      )),
  };
}
