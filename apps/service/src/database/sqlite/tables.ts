import type { Migrations } from '../migrations.ts';

/**
 * The initial plans; administrators can change them like other plans. Two plans exclude the operations that are available only
 * "on paid plans or higher plans" (Endpoints, rule 4).
 */
export const ADD_FIRST_PLANS = `insert into plan (name, settings) values
  ('test', '{"limit":250,"windowSeconds":604800,"burst":50,"excluded":["getOemParts","getRepairTimes"]}'),
  ('free', '{"limit":100,"windowSeconds":2592000,"burst":50,"excluded":["getOemParts","getRepairTimes"]}'),
  ('standard', '{"limit":1000,"windowSeconds":2592000,"burst":50,"excluded":[]}')`;

/** The tables of accounts.sqlite. */
export const accountMigrations: Migrations = {
  '0001-tables': [
    // settings is JSON (accounts/plan.ts). The column window_s, which statements read, is generated from settings.
    `create table plan (
        name text not null primary key,
        settings text not null,
        window_s integer not null generated always as (settings ->> 'windowSeconds') stored
      ) strict`,
    `create table account (
        id integer not null primary key,
        "user" text not null unique,
        plan text not null references plan (name),
        created_ms integer not null,
        disabled_ms integer
      ) strict`,
    // last_used is a day, YYYY-MM-DD (UTC).
    `create table api_key (
        id integer not null primary key,
        account_id integer not null references account (id),
        prefix text not null,
        sha256 text not null,
        created_ms integer not null,
        expires_ms integer,
        revoked_ms integer,
        last_used text
      ) strict`,
    'create index api_key_of_account on api_key (account_id)',
    `create table usage (
        account_id integer not null references account (id),
        seq integer not null,
        ts_ms integer not null,
        constraint usage_key primary key (account_id, seq)
      ) strict, without rowid`,
    // There is no reference to account, because the usage of deleted accounts is kept.
    `create table daily_usage (
        day text not null,
        account_id integer not null,
        operation text not null,
        consultations integer not null,
        constraint daily_usage_key primary key (day, account_id, operation)
      ) strict, without rowid`,
    'create view usage_of_days as select day, account_id, operation, consultations from daily_usage',
    // Changes made by commands. There is no reference to account, because the name of a deleted account is erased.
    `create table audit (
        id integer not null primary key,
        ts_ms integer not null,
        who text not null,
        what text not null,
        "user" text,
        details text not null
      ) strict`,
    // The only row is written to check whether the file is writable.
    `create table trial (
        id integer not null primary key check (id = 1),
        ts_ms integer not null
      ) strict`,
    // The daily usage of deleted accounts is added to account 0.
    `create trigger erase_account before delete on account begin
        insert into daily_usage (day, account_id, operation, consultations)
          select day, 0, operation, consultations from daily_usage where account_id = old.id
          on conflict do update set consultations = consultations + excluded.consultations;
        delete from daily_usage where account_id = old.id;
        delete from usage where account_id = old.id;
        delete from api_key where account_id = old.id;
        update audit set "user" = null where "user" = old."user";
      end`,
    ADD_FIRST_PLANS,
  ],
};
