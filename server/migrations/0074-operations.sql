-- expands: two tables that the version before doesn't read. It doesn't hold people back either while maintenance is on, so an
-- update that needs maintenance begins it once all processes are of this version.
create table maintenance (
  singleton boolean primary key default true check (singleton),
  version integer not null check (version > 0),
  began_at timestamptz,
  text_fa text,
  text_en text,
  expected_end timestamptz,
  changed_at timestamptz not null,
  changed_by uuid not null references users (id),
  check ((began_at is null) = (text_fa is null)),
  check ((began_at is null) = (text_en is null)),
  check (began_at is not null or expected_end is null)
);
comment on table maintenance is
  'Whether nothing may be changed by customers now, and what they are told; no row: it never was so.';
comment on column maintenance.version is 'Counts its changes.';
comment on column maintenance.began_at is 'Null: it is not on.';
comment on column maintenance.expected_end is
  'When people may come back, as far as staff knows; it ends nothing by itself. Null: nobody knows.';

create table processes (
  id uuid primary key,
  role text not null check (role in ('SERVER', 'WORKER')),
  version text not null,
  commit_id text,
  host text not null,
  pid integer not null,
  epoch bigint,
  started_at timestamptz not null,
  heard_at timestamptz not null
);
comment on table processes is
  'The processes of this installation. Each says every fifteen seconds that it is there, and takes its row away when it stops; what was silent for a day is deleted.';
comment on column processes.commit_id is 'Of what it was built from; null: nobody knows.';
comment on column processes.epoch is 'Of the lease it holds: it settles the books. Null: it does not.';
