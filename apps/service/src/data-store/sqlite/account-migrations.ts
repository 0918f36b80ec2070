import type { Migrations } from '../../database/migrations.ts';

/**
 * The plans of new accounts; an administrator changes them as any other. Two are without operations that are available "on
 * paid plans or higher plans" only (Endpoints, rule 4). Part of a released migration: never change it.
 */
export const ADD_FIRST_PLANS = `insert into plan (name, limit_n, window_s, burst, excluded) values
  ('test', 250, 604800, 50, '["getOemParts","getRepairTimes"]'),
  ('free', 100, 2592000, 50, '["getOemParts","getRepairTimes"]'),
  ('standard', 1000, 2592000, 50, '[]')`;

/** A released migration is never changed: a change is a new migration with a later name. */
export const accountMigrations: Migrations = {
  '0001-accounts': [
    `create table plan (
        name text not null primary key,
        limit_n integer not null,
        window_s integer not null,
        burst integer not null,
        excluded text not null
      ) strict`,
    `create table account (
        id integer not null primary key,
        user text not null unique,
        plan text not null references plan (name),
        created_ms integer not null,
        disabled_ms integer
      ) strict`,
    `create table api_key (
        id integer not null primary key,
        account_id integer not null references account (id),
        prefix text not null,
        sha256 blob not null,
        created_ms integer not null,
        expires_ms integer,
        revoked_ms integer
      ) strict`,
    `create index api_key_of_account on api_key (account_id)`,
    `create table usage (
        account_id integer not null references account (id),
        seq integer not null,
        ts_ms integer not null,
        constraint usage_key primary key (account_id, seq)
      ) strict, without rowid`,
    ADD_FIRST_PLANS,
  ],
  '0002-operations': [
    // Its one row is written to see whether the file can be written.
    `create table trial (
        id integer not null primary key check (id = 1),
        ts_ms integer not null
      ) strict`,
    // No reference to account: the usage of deleted accounts stays.
    `create table daily_usage (
        day text not null,
        account_id integer not null,
        operation text not null,
        consultations integer not null,
        constraint daily_usage_key primary key (day, account_id, operation)
      ) strict, without rowid`,
  ],
  '0003-expand-audit': [
    // What commands have changed. No reference to account: the name of a deleted one is erased.
    `create table audit (
        id integer not null primary key,
        ts_ms integer not null,
        who text not null,
        what text not null,
        "user" text,
        details text not null
      ) strict`,
  ],
};
