-- Charges several accounts in one call. Each account comes once, in the order of the ids, so that two calls never wait for
-- each other. `wanted` is the number of consultations of each account; 0 only checks.
--
-- The call locks the accounts' rows in `usage_head`, which say where the window began last time. Mostly it still begins there;
-- otherwise `window_start` searches from there. All new rows are written in one statement at the end.
--
-- `operations` has one entry for each wanted consultation, in the order of the accounts. They are counted in `usage_head`, which
-- is written anyway. When its day (UTC) is over, the counts go to `daily_usage`.
--
-- PostgreSQL caches the plan of the first call, which is made on empty tables: so sequential scans are disabled.
--
-- The time is the engine's, and never goes back for an account; `at` replaces it in tests. The rule is that of rolling-window.ts.
-- `oldest_ms` is the moment of the oldest row that counts (null: none), `refused_ms` the moment of the row that has to leave the
-- window before one more is allowed.
create function charge(ids integer[], wanted integer[], limits integer[], windows_ms bigint[], operations text[], at bigint)
returns table (used integer, admitted integer, clock_ms bigint, moment_ms bigint, oldest_ms bigint, refused_ms bigint)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  today constant text := to_char(to_timestamp(coalesce(at, engine_ms()) / 1000.0) at time zone 'UTC', 'YYYY-MM-DD');
  h record;
  found_accounts integer := 0;
  operations_before integer := 0;
  cutoff bigint;
  live bigint;
  m bigint;
  place integer;
  day_operations text[];
  day_counts bigint[];
  heads usage_head[] := '{}';
  charged integer[] := '{}';
  past usage_head[] := '{}';
  p_ids integer[] := '{}';
  p_tails bigint[] := '{}';
  p_ends bigint[] := '{}';
begin
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  for h in
    select q.wanted, q.most, q.window_ms, u as before, u.*
    from unnest(ids, wanted, limits, windows_ms) with ordinality q(id, wanted, most, window_ms, place)
    join usage_head u on u.account_id = q.id
    order by q.place
    for no key update of u
  loop
    found_accounts := found_accounts + 1;
    clock_ms := coalesce(at, engine_ms());
    moment_ms := greatest(clock_ms, h.ts_ms);
    cutoff := moment_ms - h.window_ms;
    -- The hint holds if its row still counts, and no row before it does (again).
    if h.hint <= h.head and h.hint_ms > cutoff and (h.hint <= h.tail or h.before_ms <= cutoff) then
      live := h.hint;
      oldest_ms := h.hint_ms;
    else
      live := window_start(h.account_id, h.head, h.tail, h.hint, cutoff);
      oldest_ms := null;
      if live <= h.head then
        select o.ts_ms into oldest_ms from usage o where o.account_id = h.account_id and o.seq = live;
      end if;
    end if;

    used := h.head + 1 - live;
    admitted := least(h.wanted, greatest(0, h.most - used));
    refused_ms := null;
    if used + admitted >= h.most then
      m := greatest(live, h.head + admitted + 1 - h.most);
      if m > h.head then
        refused_ms := moment_ms;
      else
        select o.ts_ms into refused_ms from usage o where o.account_id = h.account_id and o.seq = m;
      end if;
    end if;
    if admitted > 0 then
      if h.day = today then
        day_operations := h.operations;
        day_counts := h.counts;
      else
        past := past || h.before;
        day_operations := '{}';
        day_counts := '{}';
      end if;
      for n in operations_before + 1 .. operations_before + admitted loop
        place := coalesce(array_position(day_operations, operations[n]), cardinality(day_operations) + 1);
        day_operations[place] := operations[n];
        day_counts[place] := coalesce(day_counts[place], 0) + 1;
      end loop;
      heads := heads || row(h.account_id, h.head + admitted, h.tail, live, coalesce(oldest_ms, moment_ms), cutoff, moment_ms,
        today, day_operations, day_counts)::usage_head;
      charged := charged || admitted;
      if h.tail < live then
        p_ids := p_ids || h.account_id;
        p_tails := p_tails || h.tail;
        p_ends := p_ends || least(live, h.tail + 2 * admitted);
      end if;
    end if;
    operations_before := operations_before + h.wanted;
    return next;
  end loop;
  if found_accounts < cardinality(ids) then raise exception 'an account does not exist'; end if;
  if cardinality(heads) > 0 then
    insert into usage
      select c.account_id, c.head - charged[c.ordinality] + n, c.ts_ms
      from unnest(heads) with ordinality c, generate_series(1, charged[c.ordinality]) n;
    update usage_head u set head = c.head, hint = c.hint, hint_ms = c.hint_ms, before_ms = c.before_ms, ts_ms = c.ts_ms,
      day = c.day, operations = c.operations, counts = c.counts
      from unnest(heads) c where u.account_id = c.account_id;
  end if;
  if cardinality(past) > 0 then
    insert into daily_usage (day, account_id, operation, consultations)
      select c.day, c.account_id, o.operation, o.n from unnest(past) c, unnest(c.operations, c.counts) o(operation, n)
      order by 1, 2, 3
      on conflict (day, account_id, operation) do update
        set consultations = daily_usage.consultations + excluded.consultations;
  end if;
  if cardinality(p_ids) > 0 then perform prune_usage(p_ids, p_tails, p_ends); end if;
end $$;
