-- Counts `wanted` requests of an account in its burst; returns how many are admitted.
--
-- Each entry of `moments` stands for the requests of one moment. `totals` is the count up to it, `base` the count before the first
-- entry: so one search tells how many requests the latest second holds. If there are many entries, those within 10 ms become
-- one, which counts until the last of them is a second old.
create function hit_burst(id integer, most integer, wanted integer, at bigint) returns integer
language plpgsql as $$
declare
  b record;
  now_ms bigint := coalesce(at, engine_ms());
  entries integer;
  gone integer;
  total bigint;
  admitted integer;
begin
  loop
    select * into b from burst where account_id = id for no key update;
    exit when found;
    insert into burst values (id, 0, '{}', '{}') on conflict do nothing;
  end loop;
  entries := cardinality(b.moments);
  total := coalesce(b.totals[entries], b.base);
  if b.moments[entries] > now_ms + 1000 then
    -- The clock was corrected: the moments are of no use.
    b.moments := '{}'; b.totals := '{}'; b.base := total; entries := 0;
  end if;
  now_ms := greatest(now_ms, b.moments[entries]);
  if entries > 0 then
    gone := width_bucket(now_ms - 1000, b.moments);
    if gone > 0 then
      b.base := b.totals[gone];
      b.moments := b.moments[gone + 1:];
      b.totals := b.totals[gone + 1:];
      entries := entries - gone;
    end if;
  end if;
  admitted := least(wanted, greatest(0, most - (total - b.base)));
  if admitted > 0 then
    if entries = 0 or (b.moments[entries] < now_ms and (entries < 128 or b.moments[entries] < now_ms - 10)) then
      entries := entries + 1;
    end if;
    b.moments[entries] := now_ms;
    b.totals[entries] := total + admitted;
    update burst set base = b.base, moments = b.moments, totals = b.totals where account_id = id;
  end if;
  return admitted;
end $$;
