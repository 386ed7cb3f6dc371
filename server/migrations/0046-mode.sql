-- A database that was ever a sandbox's has money in its books that nobody paid in.
create table installation (
  one boolean primary key default true check (one),
  mode text not null check (mode in ('sandbox', 'production')),
  since timestamptz not null default now()
);

comment on table installation is
  'One row: what this database has been since its first start. It never becomes the other.';
comment on column installation.one is
  'Always true, so that there is one row.';
comment on column installation.since is
  'When a server first started on it.';

insert into installation (mode)
select 'sandbox' where exists (select from sandbox_blocks) or exists (select from sandbox_outbox)
  or exists (select from transfers where kind = 'seed');
