/**
 * Counts `wanted` requests of an account in its burst; returns how many are admitted. Each entry of `moments` stands for
 * the requests of one moment; `totals` is the count up to it, `base` the count before the first: so one search tells
 * how many requests the latest second holds. Where there are many entries, those within 10 ms become one that counts until
 * the last of them is a second old.
 */
export const HIT_BURST = `
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
end $$`;

/**
 * Forgets pairs, so that no flood of wrong keys fills the disk: those whose time is over, and beyond the limit the ones that
 * were quiet longest. Unlocked pairs never push out a locked one.
 */
export const PRUNE_LOCK_OUT = `
create function prune_lock_out(most integer, at bigint) returns void
language sql as $$
  delete from lock_out where pair in (
    select pair from (
      select pair, until_ms, locked_until_ms, row_number() over (
        partition by locked_until_ms > coalesce(at, engine_ms()) order by seen_ms desc) as place
      from lock_out
    ) ranked
    where place > most or (until_ms <= coalesce(at, engine_ms()) and locked_until_ms <= coalesce(at, engine_ms()))
    order by pair)
$$`;

/**
 * Admits several requests in one call: for each the account and plan of correct credentials, or how long the pair of user
 * and address is locked. Unknown users, wrong keys, disabled accounts and expired keys take the same steps. `pairs` name user
 * and address. All three are hashes, because somebody may type a key into the wrong place. Requests with `hits` count in the burst.
 *
 * Rows are locked in the order of their keys, the pairs before the bursts: so no two calls can wait for each other.
 */
export const ADMIT = `
create function admit(users bytea[], hashes bytea[], pairs bytea[], hits boolean[],
  wrong_keys_allowed integer, window_ms bigint, lock_ms bigint, at bigint)
returns table (n integer, account_id integer, plan text, limit_n integer, window_s integer, burst integer, excluded text,
  locked_s integer, is_late boolean)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  now_ms constant bigint := coalesce(at, engine_ms());
  r record;
  l record;
  accepted integer[] := array_fill(null::integer, array[cardinality(users)]);
  locked integer[] := array_fill(null::integer, array[cardinality(users)]);
  late boolean[] := array_fill(false, array[cardinality(users)]);
  room integer;
begin
  for r in
    select q.n::integer as n, q.pair, lo.pair is not null as is_known, coalesce(lo.locked_until_ms, 0) as locked_until_ms, (
        select a.id from account a
        where a.user_sha256 = q.user_hash and a.disabled_ms is null and exists (
          select 1 from api_key k where k.account_id = a.id and k.sha256 = q.hash and k.revoked_ms is null
            and (k.expires_ms is null or k.expires_ms > now_ms))
      ) as id
    from unnest(users, hashes, pairs) with ordinality q(user_hash, hash, pair, n)
    left join lock_out lo on lo.pair = q.pair
    order by q.pair, q.n
  loop
    if r.locked_until_ms > now_ms then
      locked[r.n] := ceil((r.locked_until_ms - now_ms) / 1000.0);
    elsif r.id is not null then
      accepted[r.n] := r.id;
      if r.is_known then delete from lock_out where pair = r.pair; end if;
    else
      insert into lock_out as lo values (r.pair, 1, now_ms + window_ms, 0, now_ms)
      on conflict (pair) do update set
        wrong_keys = case when lo.until_ms <= now_ms then 1 else lo.wrong_keys + 1 end,
        until_ms = case when lo.until_ms <= now_ms then now_ms + window_ms else lo.until_ms end,
        seen_ms = now_ms
      where lo.locked_until_ms <= now_ms
      returning wrong_keys into l;
      if not found then
        -- Another request has locked the pair meanwhile.
        locked[r.n] := (select ceil((lo.locked_until_ms - now_ms) / 1000.0) from lock_out lo where lo.pair = r.pair);
      elsif l.wrong_keys >= wrong_keys_allowed then
        update lock_out set locked_until_ms = now_ms + lock_ms, wrong_keys = 0, until_ms = 0 where pair = r.pair;
        locked[r.n] := ceil(lock_ms / 1000.0);
      end if;
    end if;
  end loop;

  for r in
    select a.id, p.burst, array_agg(q.n::integer order by q.n) as requests
    from unnest(accepted, hits) with ordinality q(id, hit, n)
    join account a on a.id = q.id join plan p on p.name = a.plan
    where q.hit
    group by a.id, p.burst order by a.id
  loop
    room := hit_burst(r.id, r.burst, cardinality(r.requests), at);
    for i in room + 1 .. cardinality(r.requests) loop late[r.requests[i]] := true; end loop;
  end loop;

  return query
    select q.n::integer, q.id, p.name, p.limit_n, p.window_s, p.burst, p.excluded, q.locked, q.late
    from unnest(accepted, locked, late) with ordinality q(id, locked, late, n)
    left join account a on a.id = q.id left join plan p on p.name = a.plan
    order by q.n;
end $$`;
