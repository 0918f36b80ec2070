-- Frozen: part of a released migration. A change is a new migration.
-- Shared by all instances, but not worth a write to the log: a crash of the engine empties both.
create unlogged table burst (
  account_id integer primary key,
  base bigint not null,
  moments bigint[] not null,
  totals bigint[] not null
) with (fillfactor = 50, toast_tuple_target = 8160);
create unlogged table lock_out (
  pair bytea primary key,
  wrong_keys integer not null,
  until_ms bigint not null,
  locked_until_ms bigint not null,
  seen_ms bigint not null
)
