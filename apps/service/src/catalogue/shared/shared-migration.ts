/**
 * Which versions are published, which one is current, which one is wanted next, and what each instance has. An instance is
 * live if it has reported within the latest seconds.
 */
export const catalogueMigration: readonly string[] = [
  `create table catalogue_version (
        version text primary key,
        bytes bigint not null,
        sha256 text not null,
        published_ms bigint not null
      )`,
  `create table catalogue_switch (
        one_row boolean primary key default true check (one_row),
        current text references catalogue_version (version),
        previous text references catalogue_version (version),
        wanted text references catalogue_version (version),
        switched_ms bigint
      )`,
  'insert into catalogue_switch default values',
  `create unlogged table instance (
        id text primary key,
        seen_ms bigint not null,
        versions text[] not null,
        in_use text,
        failure text
      )`,
  // The wanted version becomes current once every live instance has it.
  `create function complete_switch(live_ms bigint) returns void language sql as $$
        update catalogue_switch set current = wanted, previous = current, wanted = null, switched_ms = engine_ms()
        where wanted is not null and not exists (
          select 1 from instance where seen_ms > engine_ms() - live_ms and not wanted = any (versions))
      $$`,
];

/**
 * A switch belongs to the command that asked for it, which renews it: once the command has ended, the switch expires. An
 * instance says for which switch it could not fetch a version. `settle_switch` takes the place of `complete_switch`. A switch
 * that is pending from before belongs to no command, and would never expire.
 */
export const switchMigration: readonly string[] = [
  'alter table catalogue_switch add column asked_by text, add column asked_until_ms bigint',
  'update catalogue_switch set wanted = null',
  'alter table instance add column failed_for text',
  `create function settle_switch(live_ms bigint) returns void language sql as $$
        update catalogue_switch set wanted = null, asked_by = null, asked_until_ms = null
        where asked_until_ms <= engine_ms();
        update catalogue_switch
        set current = wanted, previous = current, wanted = null, asked_by = null, asked_until_ms = null, switched_ms = engine_ms()
        where wanted is not null and not exists (
          select 1 from instance where seen_ms > engine_ms() - live_ms and not wanted = any (versions))
      $$`,
];
