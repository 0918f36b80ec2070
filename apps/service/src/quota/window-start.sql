-- The oldest row after `cutoff`; `head + 1` if there is none. The same search as `oldestLive` in rolling-window.ts: a wrong hint
-- only costs more look-ups. test/quota/window-cases.ts has the cases for both.
create function window_start(id integer, head bigint, tail bigint, hint bigint, cutoff bigint) returns bigint
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  dead bigint := greatest(tail - 1, least(hint - 1, head));
  live bigint := dead + 1;
  middle bigint;
  step bigint := 1;
  m bigint;
begin
  while dead >= tail loop
    select u.ts_ms into m from usage u where u.account_id = id and u.seq = dead;
    exit when m is null or m <= cutoff;
    live := dead;
    dead := greatest(tail - 1, dead - step);
    step := step * 2;
  end loop;
  step := 1;
  while live <= head loop
    select u.ts_ms into m from usage u where u.account_id = id and u.seq = live;
    exit when m > cutoff;
    dead := live;
    live := least(head + 1, live + step);
    step := step * 2;
  end loop;
  while live - dead > 1 loop
    middle := (dead + live) / 2;
    select u.ts_ms into m from usage u where u.account_id = id and u.seq = middle;
    if m > cutoff then live := middle; else dead := middle; end if;
  end loop;
  return live;
end $$;
