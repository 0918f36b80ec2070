-- Frozen: part of a released migration. A change is a new migration.
-- No reference to account: its check would cost more than the charge. The row of usage_head stands for it.
create table usage (
  account_id integer not null,
  seq bigint not null,
  ts_ms bigint not null,
  primary key (account_id, seq)
);
-- The end of each account's rows in `usage`: a charge locks this row alone. `tail` is the oldest row that is kept. `hint` is
-- where the window began at the latest charge: `hint_ms` is the moment of this row (null: not known), and no row before it
-- is younger than `before_ms`. `counts` are the consultations of `day` by operation, which are not in `daily_usage` yet.
-- The function charge makes its rows in this order: a migration that adds a column must create `charge` anew.
create table usage_head (
  account_id integer primary key references account (id),
  head bigint not null default 0,
  tail bigint not null default 1,
  hint bigint not null default 1,
  hint_ms bigint,
  before_ms bigint not null default 0,
  ts_ms bigint not null default 0,
  day text not null default '',
  operations text[] not null default '{}',
  counts bigint[] not null default '{}'
) with (fillfactor = 50);
-- No reference to account: the usage of deleted accounts stays.
create table daily_usage (
  day text not null,
  account_id integer not null,
  operation text not null,
  consultations bigint not null,
  primary key (day, account_id, operation)
)
