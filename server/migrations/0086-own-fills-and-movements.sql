-- What a person asks of their own by time. The books have no index by person: each trade would have to keep it up, and to make it
-- over books that exist would stop them. The worker writes these after the trade, from the first fill and transfer on.
create table own_fills (
  user_id uuid not null,
  at timestamptz not null,
  coin text collate "C" not null,
  quote text collate "C" not null,
  number bigint not null,
  primary key (user_id, at, coin, quote, number)
);
comment on table own_fills is
  'Whose each fill is, by time: two rows a fill. Follows fills; what it says is read there.';
comment on column own_fills.user_id is 'Maker or taker.';
comment on column own_fills.at is 'When it was traded: fills.created_at.';
comment on column own_fills.number is 'With coin and quote the key of the fill.';

create table own_fill_heads (
  coin text not null,
  quote text not null,
  fill bigint not null,
  primary key (coin, quote)
);
comment on table own_fill_heads is 'Up to which fill of each market own_fills goes.';

create table movements (
  user_id uuid not null,
  at timestamptz not null,
  id bigint not null,
  asset text not null,
  kind text not null,
  primary key (user_id, at, id) include (asset, kind)
);
comment on table movements is
  'Whose spendable or blocked balance each transfer changed, by time. Follows transfers; amounts and causes are read there.';
comment on column movements.at is 'When the transfer was made: transfers.created_at.';
comment on column movements.id is 'The transfer.';
comment on column movements.kind is 'As transfers.kind.';

create table movements_head (
  singleton boolean not null default true primary key check (singleton),
  transfer_id bigint not null
);
insert into movements_head (transfer_id) values (0);
comment on table movements_head is 'One row: up to which transfer movements go.';
comment on column movements_head.singleton is 'Always true: there is one row.';
