-- Consultations by day, account and operation, with those of days that are not over. A key may have two rows.
--
-- Frozen: part of a released migration. A change is a new function in a new file, with a later migration.
create view usage_of_days as
  select day, account_id, operation, consultations from daily_usage
  union all
  select h.day, h.account_id, o.operation, o.n from usage_head h, unnest(h.operations, h.counts) o(operation, n);
