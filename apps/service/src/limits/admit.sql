-- Admits several requests in one call. For each it returns account and plan if the credentials are correct, or how long the pair
-- of user and address is locked. Unknown users, wrong keys, disabled accounts and expired keys take the same steps.
--
-- Users, keys and `pairs` (of user and address) are hashes: a client may put its key into the wrong field.
--
-- Rows are locked in the order of their keys, pairs before bursts, so that two calls never wait for each other.
create function admit(users bytea[], hashes text[], pairs bytea[],
  wrong_keys_allowed integer, window_ms bigint, lock_ms bigint, at bigint)
returns table (n integer, account_id integer, plan text, settings text, locked_s integer, is_late boolean)
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
    from unnest(accepted) with ordinality q(id, n)
    join account a on a.id = q.id join plan p on p.name = a.plan
    group by a.id, p.burst order by a.id
  loop
    room := hit_burst(r.id, r.burst, cardinality(r.requests), at);
    for i in room + 1 .. cardinality(r.requests) loop late[r.requests[i]] := true; end loop;
  end loop;

  return query
    select q.n::integer, q.id, p.name, p.settings, q.locked, q.late
    from unnest(accepted, locked, late) with ordinality q(id, locked, late, n)
    left join account a on a.id = q.id left join plan p on p.name = a.plan
    order by q.n;
end $$;
