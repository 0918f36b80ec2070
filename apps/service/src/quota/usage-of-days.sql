-- Consultations by day, account and operation, those of the days under way included; a key may have two rows.
create view usage_of_days as
  select day, account_id, operation, consultations from daily_usage
  union all
  select h.day, h.account_id, o.operation, o.n from usage_head h, unnest(h.operations, h.counts) o(operation, n);
