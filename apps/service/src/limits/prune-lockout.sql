-- Forgets pairs, so that no flood of wrong keys fills the disk: pairs whose time is over, and beyond the limit those that were
-- quiet longest. Unlocked pairs never push out a locked one.
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
$$;
