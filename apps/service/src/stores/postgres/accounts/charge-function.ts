/**
 * Charges for several accounts in one call, in the given order, which must be that of their ids: so no two calls can wait
 * for each other. For each it locks the head, looks where the window begins (outward from where it began last time, in
 * steps that double), and inserts as many rows as the limit allows. A `wanted` of 0 checks, locks and changes nothing.
 *
 * The time is the engine's, and never goes back for an account; `at` replaces it in tests. A row at `ts` counts up to, and
 * not at, `ts + window`. `oldest_ms` is the moment of the oldest row that counts (null: none), `refused_ms` the moment
 * of the row that has to leave the window before one more is allowed.
 */
export const CHARGE = `
create function charge(ids integer[], wanted integer[], limits integer[], windows_ms bigint[], at bigint)
returns table (used integer, admitted integer, clock_ms bigint, moment_ms bigint, oldest_ms bigint, refused_ms bigint)
language plpgsql as $$
declare
  longest_ms constant bigint := (select max(p.window_s)::bigint * 1000 from plan p);
  h record;
  cutoff bigint;
  live bigint;
  dead bigint;
  middle bigint;
  step bigint;
  m bigint;
  removed bigint;
begin
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  for i in 1 .. cardinality(ids) loop
    if wanted[i] > 0 then
      select * into h from usage_head where account_id = ids[i] for no key update;
    else
      select * into h from usage_head where account_id = ids[i];
    end if;
    if not found then raise exception 'account % does not exist', ids[i]; end if;
    clock_ms := coalesce(at, engine_ms());
    moment_ms := greatest(clock_ms, h.ts_ms);
    cutoff := moment_ms - windows_ms[i];

    dead := greatest(h.tail - 1, least(h.oldest - 1, h.head));
    live := dead + 1;
    step := 1;
    while dead >= h.tail loop
      select u.ts_ms into m from usage u where u.account_id = ids[i] and u.seq = dead;
      exit when m is null or m <= cutoff;
      live := dead;
      dead := greatest(h.tail - 1, dead - step);
      step := step * 2;
    end loop;
    step := 1;
    while live <= h.head loop
      select u.ts_ms into m from usage u where u.account_id = ids[i] and u.seq = live;
      exit when m > cutoff;
      dead := live;
      live := least(h.head + 1, live + step);
      step := step * 2;
    end loop;
    while live - dead > 1 loop
      middle := (dead + live) / 2;
      select u.ts_ms into m from usage u where u.account_id = ids[i] and u.seq = middle;
      if m > cutoff then live := middle; else dead := middle; end if;
    end loop;

    used := h.head + 1 - live;
    select u.ts_ms into oldest_ms from usage u where u.account_id = ids[i] and u.seq = live;
    admitted := least(wanted[i], greatest(0, limits[i] - used));
    refused_ms := null;
    if used + admitted >= limits[i] then
      m := greatest(live, h.head + admitted + 1 - limits[i]);
      if m > h.head then
        refused_ms := moment_ms;
      else
        select u.ts_ms into refused_ms from usage u where u.account_id = ids[i] and u.seq = m;
      end if;
    end if;
    if admitted > 0 then
      insert into usage select ids[i], h.head + n, moment_ms from generate_series(1, admitted) n;
      removed := 0;
      if h.tail < live then
        delete from usage u where u.account_id = ids[i] and u.seq >= h.tail
          and u.seq < least(live, h.tail + 2 * admitted) and u.ts_ms <= moment_ms - longest_ms;
        get diagnostics removed = row_count;
      end if;
      update usage_head set head = h.head + admitted, tail = h.tail + removed, oldest = live, ts_ms = moment_ms
        where account_id = ids[i];
    end if;
    return next;
  end loop;
end $$`;
