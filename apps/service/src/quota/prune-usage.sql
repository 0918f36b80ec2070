-- Removes rows that are older than the longest window of all plans: a few for each charge, so that no charge takes long.
create function prune_usage(ids integer[], tails bigint[], ends bigint[]) returns void
language sql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  with removed as (
    delete from usage u using unnest(ids, tails, ends) q(id, tail, stop), usage_head h
    where u.account_id = q.id and u.seq >= q.tail and u.seq < q.stop and h.account_id = q.id
      and u.ts_ms <= h.ts_ms - (select max(p.window_s)::bigint * 1000 from plan p)
    returning u.account_id, u.seq
  )
  update usage_head h set tail = r.last + 1
  from (select account_id, max(seq) as last from removed group by account_id) r
  where h.account_id = r.account_id
$$;
