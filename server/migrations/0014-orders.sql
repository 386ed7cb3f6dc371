-- Limit orders: what an open order needs beside a quick trade's columns, the fills, and where each market stands.

alter table orders
  -- Its place in its market's line: time priority. null: a quick trade.
  add column sequence bigint,
  -- The fee it pays, in millionths: that of its owner's level when it was placed.
  add column wage_ppm integer,
  -- What is still blocked for it: quote units on a buy, coin units on a sell.
  add column reserved numeric(38, 0) not null default 0 check (reserved >= 0),
  -- The fills it took when it came: numbers of its market, in one go. What it gave later: fills_of_maker.
  add column first_fill bigint,
  add column last_fill bigint,
  add column ended_by text check (ended_by in ('OWNER', 'SELF_TRADE', 'NO_LIQUIDITY', 'EXCHANGE')),
  add column closed_at timestamptz,
  add constraint orders_reserve check (order_status = 'IS_OPEN' or reserved = 0),
  add constraint orders_line check (order_status <> 'IS_OPEN' or (sequence is not null and wage_ppm is not null));

-- A person's open orders, and at a start everybody's.
create index orders_open on orders (user_id, id) where order_status = 'IS_OPEN';

create table markets (
  coin text not null references coins,
  quote text not null references quotes,
  active boolean not null,
  primary key (coin, quote)
);
insert into markets
  select c.asset, q.quote, c.active from coins c, quotes q where c.asset not in ('TOMAN', 'BINANCE_COIN') and c.asset <> q.quote;

-- How far each market has come; written in the batch of its last change.
create table market_heads (
  coin text not null,
  quote text not null,
  -- Of the last change of the book.
  sequence bigint not null,
  -- Number of the last fill.
  fill bigint not null,
  last_price numeric(38, 0),
  primary key (coin, quote),
  foreign key (coin, quote) references markets
) with (fillfactor = 50);
insert into market_heads select coin, quote, 0, 0, null from markets;

create table fills (
  coin text not null,
  quote text not null,
  -- Without gaps within its market.
  number bigint not null,
  maker_order uuid not null,
  taker_order uuid not null,
  maker_id uuid not null,
  taker_id uuid not null,
  taker_side text not null check (taker_side in ('buy', 'sell')),
  -- Quote units for one coin; coin units; amount × price, cut, in quote units.
  unit_price numeric(38, 0) not null check (unit_price > 0),
  amount numeric(38, 0) not null check (amount > 0),
  notional numeric(38, 0) not null check (notional >= 0),
  maker_fee numeric(38, 0) not null check (maker_fee >= 0),
  taker_fee numeric(38, 0) not null check (taker_fee >= 0),
  -- Worth in Toman when it was traded, for statistics and fee tiers.
  toman_value numeric(38, 0) not null,
  created_at timestamptz not null,
  primary key (coin, quote, number),
  check (maker_id <> taker_id)
);
create index fills_of_maker on fills (maker_order, number);
create index fills_by_time on fills using brin (created_at) with (pages_per_range = 16);
create trigger fills_stay before update or delete or truncate on fills for each statement execute function refuse_change();
