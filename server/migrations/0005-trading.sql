-- Orders of both kinds; a quick trade is an order that is filled the moment it is written.

create table orders (
  user_id uuid not null,
  -- UUIDv7: time-ordered, so this key serves a person's history page by page and no second index is needed.
  id uuid not null,
  coin text not null,
  quote text not null check (quote in ('TOMAN', 'TETHER')),
  order_type text not null,
  order_status text not null,
  amount numeric(38, 0) not null check (amount > 0),
  -- Quote smallest units for one whole coin.
  unit_price numeric(38, 0) not null check (unit_price > 0),
  executed_amount numeric(38, 0) not null,
  -- amount × unit price, without the fee; fee; paid in all or received. Quote smallest units.
  notional numeric(38, 0) not null,
  fee numeric(38, 0) not null,
  total numeric(38, 0) not null,
  -- Worth in Toman when it was traded, for statistics and fee tiers.
  toman_value numeric(38, 0) not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);

-- Orders lie in the table in the order of their ids: a block range index finds the new ones at hardly any cost.
create index orders_by_time on orders using brin (created_at) with (pages_per_range = 16);

-- Totals of all trades up to `folded_until`, so that no page ever counts orders.
create table trade_totals (
  singleton boolean primary key default true check (singleton),
  trades bigint not null,
  toman_value numeric(38, 0) not null,
  folded_until timestamptz not null
);
insert into trade_totals (trades, toman_value, folded_until) values (0, 0, '2000-01-01');

-- Toman volume of a person on a day of Asia/Tehran; three months of it decide the fee tier.
create table user_volumes (
  user_id uuid not null,
  day date not null,
  toman_value numeric(38, 0) not null,
  primary key (user_id, day)
);
