-- expands: a table that the version before doesn't read, an index in which few orders are, and triggers. Of these one refuses the
-- lease to a process that says no version, or an earlier one than what is in use needs: decision 107. Whoever has the lease keeps it.
create table version_needs (
  name text primary key,
  since integer not null check (since > 0),
  because text not null,
  in_use text not null
);
comment on table version_needs is
  'What earlier versions would settle wrongly while it is in use, a row each. A migration that brings such a thing adds its row; the lease asks them all.';
comment on column version_needs.since is
  'The migration of which a version must know to settle meanwhile; nothing in that migration itself keeps earlier versions out.';
comment on column version_needs.because is
  'What is in use, what an earlier version would do, and what ends it: for whoever reads why a process refuses.';
comment on column version_needs.in_use is
  'An SQL condition: whether it is in use now. Short, however much there is in the tables.';

insert into version_needs (name, since, because, in_use) values
  ('MAINTENANCE', 74, 'maintenance is on, which versions before 0074 hold nobody back in; end it to go back to one',
    'exists (select from maintenance where began_at is not null)'),
  ('PAUSES', 77, 'something is paused, which versions before 0077 hold nobody back from; end it to go back to one',
    'exists (select from pauses where ends_at is null or ends_at > now())'),
  ('ORDERS_WITH_AN_END', 80, 'open orders end at a time, after which versions before 0080 let them stand; cancel them to go back to one',
    $$exists (select from orders where order_status = 'IS_OPEN' and valid_until is not null)$$),
  ('CANCEL_AFTER', 81, 'programs have their orders cancelled when they fall silent, which versions before 0081 do not do; have them end that to go back to one',
    'exists (select from cancel_after where due_at is not null)'),
  ('ORDERS_THAT_WAIT', 82, 'orders wait for a price, which versions before 0082 take for orders of the book; cancel them to go back to one',
    $$exists (select from orders where order_status = 'IS_OPEN' and trigger_state in ('DORMANT', 'WAITING', 'DUE'))$$),
  ('ORDERS_THAT_HIDE', 104, 'open orders show a part at a time, which versions before 0104 show whole; cancel them to go back to one',
    $$exists (select from orders where order_status = 'IS_OPEN' and display_amount is not null)$$);

-- So that the conditions above read few rows.
create index orders_waiting on orders (id) where order_status = 'IS_OPEN' and trigger_state in ('DORMANT', 'WAITING', 'DUE');
create index orders_hiding on orders (id) where order_status = 'IS_OPEN' and display_amount is not null;
create index orders_with_an_end on orders (id) where order_status = 'IS_OPEN' and valid_until is not null;

comment on column ledger_head.holder is
  'The process that holds the lease, and the last migration that its version has: 4711-… v0107. One that names none is of a version before 0107.';

-- What is in use that a version with this last migration would get wrong; the newest first.
create function needs_beyond(known integer) returns table (needed integer, why text) language plpgsql stable as $$
declare
  need record;
  used boolean;
begin
  for need in select n.since, n.because, n.in_use from version_needs n where n.since > known order by n.since desc, n.name loop
    execute 'select ' || need.in_use into used;
    if used then
      needed := need.since;
      why := need.because;
      return next;
    end if;
  end loop;
end $$;

-- SL003: a process of this version may not settle now.
create function judge_writer() returns trigger language plpgsql as $$
declare
  known integer := coalesce(substring(new.holder from ' v(\d{1,9})$')::integer, 0);
  need record;
begin
  select * into need from needs_beyond(known) limit 1;
  if found then
    raise exception '% may not settle now: it needs one with migration % or later (%)',
      case known when 0 then 'a version before 0107' else format('the version that ends with migration %s', to_char(known, 'FM0000')) end,
      to_char(greatest(need.needed, 107), 'FM0000'), need.why
      using errcode = 'SL003';
  end if;
  return new;
end $$;

-- Whoever had the lease before has it under what it knows: it is asked when it takes it, not when it renews it.
create trigger ledger_head_judge before update of holder on ledger_head for each row execute function judge_writer();

-- What is in use stands beside its migration too, where each version looks before it starts. One that says no version to the lease
-- is not told from any before 0107. As the tables' owner: the server may not write there.
create function say_needs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update migrations m
    set runs_since = case when said.why is null then 0 else m.id end, because = said.why
    from (
      select greatest(n.since, 107) as id, string_agg(distinct used.why, '; ') as why
      from version_needs n left join needs_beyond(0) used on used.needed = n.since
      group by greatest(n.since, 107)
    ) said
    where m.id = said.id and m.because is distinct from said.why;
  return null;
end $$;

create trigger ledger_head_taken after update of holder on ledger_head for each row execute function say_needs();
create trigger ledger_head_released after update of lease_until on ledger_head
  for each row when (new.lease_until = '-infinity') execute function say_needs();
