-- Rows of business that staff sets at the desk: a version each, so that nobody overwrites what they didn't see, and
-- every change with who asked for it, who agreed, and why.

create function next_version() returns trigger language plpgsql as $$
begin
  new.version = old.version + 1;
  return new;
end $$;

-- Also a change past the desk, by an operator's SQL, makes what the desk shows an old version.
do $$
declare t text;
begin
  foreach t in array array['coins', 'coin_networks', 'markets', 'quotes', 'account_levels', 'withdrawal_level_limits',
    'withdrawal_coin_limits', 'withdrawal_thresholds', 'hot_targets', 'company_limits']
  loop
    execute format('alter table %I add column version int not null default 1', t);
    execute format('create trigger next_version before update on %I for each row execute function next_version()', t);
  end loop;
end $$;

create table row_changes (
  id uuid primary key,
  -- Which table's, and which row: domain/src/desk-rows.ts.
  kind text not null,
  key text not null,
  -- The row's, as the asker saw it.
  version int not null,
  -- The fields that change, as they travel.
  before jsonb not null,
  after jsonb not null,
  reason text not null,
  state text not null check (state in ('WAITING', 'DONE', 'CANCELLED', 'OVERTAKEN')),
  -- It loosens what protects.
  four_eyes boolean not null,
  asked_by uuid not null,
  asked_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  check ((state = 'WAITING') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  check (state <> 'WAITING' or four_eyes),
  -- Whoever asks for less protection doesn't decide on it.
  check (state <> 'DONE' or not four_eyes or decided_by <> asked_by)
);
create unique index row_changes_waiting on row_changes (kind, key) where state = 'WAITING';
create index row_changes_of_row on row_changes (kind, key, id);
create index row_changes_by_state on row_changes (state, id);

-- What is decided stays as it is.
create function refuse_decided() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'WAITING' and new.id = old.id and new.kind = old.kind and new.key = old.key
    and new.version = old.version and new.before = old.before and new.after = old.after and new.reason = old.reason
    and new.four_eyes = old.four_eyes and new.asked_by = old.asked_by and new.asked_at = old.asked_at
  then
    return new;
  end if;
  raise exception 'row_changes: what is decided stays as it is';
end $$;
create trigger row_changes_stay before update or delete on row_changes for each row execute function refuse_decided();

-- Volume of the last three months as a level was last judged by it: how many people a tier has is counted in the index.
create table level_volumes (
  user_id uuid primary key,
  toman_value numeric(38, 0) not null
) with (fillfactor = 70);
create index level_volumes_by_value on level_volumes (toman_value);
-- Few: staff alone gives it.
create index users_supervisors on users (id) where level = 'SUPERVISOR';
insert into level_volumes (user_id, toman_value)
  select v.user_id, sum(v.toman_value) from user_volumes v join users u on u.id = v.user_id
  where u.level <> 'SUPERVISOR'
    and v.day > ((now() at time zone 'Asia/Tehran')::date - interval '3 months')::date
  group by v.user_id;
