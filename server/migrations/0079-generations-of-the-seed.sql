-- expands: a new kind of order is queued only once there is a second seed, which is begun with when every server is of this version.

-- Of which seed a key is; 0 is the first.
alter table deposit_addresses add generation integer not null default 0;
alter table deposit_addresses add superseded boolean not null default false;
alter table address_pool add generation integer not null default 0;
alter table outgoing add generation integer not null default 0;
alter table unspent_outputs add generation integer not null default 0;

comment on column deposit_addresses.generation is
  'Of the seed that its key is of; 0 is the first.';
comment on column deposit_addresses.superseded is
  'Retired since there is a newer seed: what still arrives is credited, unlike at one that staff retired.';
comment on column outgoing.generation is
  'Of the seed whose key pays, of SWEEP and ROTATION; all else is paid by the newest.';
comment on column unspent_outputs.generation is
  'Of the seed whose key can spend it.';

alter table outgoing drop constraint outgoing_kind_check;
alter table outgoing add constraint outgoing_kind_check
  check (kind in ('WITHDRAWAL', 'SWEEP', 'GAS', 'COLD', 'ROTATION'));

create table seed_generations (
  generation integer primary key,
  first_seen_at timestamptz not null
);

comment on table seed_generations is
  'Which seeds any server has heard of: one that hasn''t reads no blocks until it has, or it would miss what is paid to the newest.';

create table generation_holdings (
  generation integer not null,
  chain text not null,
  asset text not null,
  token_type text not null,
  hot numeric(38, 0) not null,
  deposits numeric(38, 0) not null,
  worth_moving boolean not null,
  last_received_at timestamptz,
  looked_at timestamptz not null,
  primary key (generation, token_type, asset)
);

comment on table generation_holdings is
  'What the servers last saw at the addresses of older seeds; the signer reads it before one is retired.';
comment on column generation_holdings.worth_moving is
  'More than it costs to move it.';
comment on column generation_holdings.last_received_at is
  'When somebody last paid to an address of it; null: within two years nobody did.';
