-- Coins, networks and limits (rows that the back office edits), and candles of the reference price.
-- Amounts are smallest units: of the asset itself, or of Toman (scale 6) where the name says so.

create table coins (
  asset text primary key,
  active boolean not null,
  -- Bounds of one quick trade.
  min_exchange numeric(38, 0) not null check (min_exchange >= 0),
  max_exchange numeric(38, 0) not null,
  -- Distance between buy and sell around the reference price, in millionths.
  spread_ppm integer not null check (spread_ppm between 0 and 200000),
  -- Step of a limit price in Toman, and of a limit order's amount.
  toman_tick numeric(38, 0) not null check (toman_tick > 0),
  lot numeric(38, 0) not null check (lot > 0),
  -- The most of it that the house holds.
  max_inventory numeric(38, 0) not null check (max_inventory >= 0),
  -- Bank deposits and withdrawals: TOMAN alone.
  min_deposit numeric(38, 0),
  max_deposit_per_payment numeric(38, 0),
  max_deposit_per_day numeric(38, 0),
  min_withdraw numeric(38, 0),
  max_withdraw numeric(38, 0),
  withdrawal_fee numeric(38, 0),
  check (max_exchange >= min_exchange),
  check ((asset = 'TOMAN') = (num_nonnulls(min_deposit, max_deposit_per_payment, max_deposit_per_day, min_withdraw, max_withdraw, withdrawal_fee) = 6)),
  check (asset = 'TOMAN' or num_nonnulls(min_deposit, max_deposit_per_payment, max_deposit_per_day, min_withdraw, max_withdraw, withdrawal_fee) = 0)
);

create table coin_networks (
  asset text not null references coins,
  token_type text not null,
  txid_needed boolean not null,
  tag_needed boolean not null,
  deposit_enabled boolean not null,
  withdraw_enabled boolean not null,
  withdrawal_fee numeric(38, 0) not null check (withdrawal_fee >= 0),
  min_withdraw numeric(38, 0) not null check (min_withdraw >= 0),
  max_withdraw numeric(38, 0) not null,
  primary key (asset, token_type),
  check (max_withdraw >= min_withdraw)
);

create table quotes (
  quote text primary key check (quote in ('TOMAN', 'TETHER')),
  -- The least an order may be worth.
  min_notional numeric(38, 0) not null check (min_notional > 0)
);

-- The reference mid price of one coin, in smallest units of the quote. A minute without a price has no row.
create table reference_candles (
  coin text not null,
  quote text not null check (quote in ('TOMAN', 'TETHER')),
  interval text not null check (interval in ('1m', '1h')),
  time timestamptz not null,
  open numeric(38, 0) not null check (open > 0),
  high numeric(38, 0) not null,
  low numeric(38, 0) not null,
  close numeric(38, 0) not null check (close > 0),
  primary key (coin, quote, interval, time),
  check (low > 0 and low <= least(open, close) and high >= greatest(open, close))
);

insert into coins (asset, active, min_exchange, max_exchange, spread_ppm, toman_tick, lot, max_inventory) values
  ('TETHER', true, 2000000, 100000000000, 3000, 1000000, 10000, 5000000000000),
  ('BITCOIN', true, 10000, 200000000, 3500, 1000000000, 100, 10000000000),
  ('ETHEREUM', true, 2000000000000000, 50000000000000000000, 4000, 100000000, 100000000000000, 2500000000000000000000),
  ('BINANCE_COIN_BSC', true, 10000000000000000, 100000000000000000000, 5000, 100000000, 1000000000000000, 5000000000000000000000),
  ('RIPPLE', true, 2000000, 50000000000, 6000, 1000000, 1000000, 2500000000000),
  ('TRON', true, 10000000, 500000000000, 5000, 1000000, 100000, 25000000000000),
  ('DOGE_COIN', true, 1000000000, 30000000000000, 7000, 1000000, 100000000, 1500000000000000),
  ('LITE_COIN', true, 5000000, 50000000000, 6000, 10000000, 100000, 2500000000000),
  ('BITCOIN_CASH', true, 1000000, 10000000000, 6000, 1000000000, 100000, 500000000000),
  ('STELLAR', true, 100000000, 2000000000000, 7000, 1000000, 10000000, 100000000000000),
  ('MATIC', true, 5000000000000000000, 100000000000000000000000, 8000, 1000000, 100000000000000000, 5000000000000000000000000),
  ('CLASSIC_ETHEREUM', true, 100000000000000000, 2000000000000000000000, 8000, 10000000, 10000000000000000, 100000000000000000000000),
  ('DASH', true, 5000000, 50000000000, 9000, 10000000, 100000, 2500000000000),
  ('ELROND', true, 100000000000000000, 2000000000000000000000, 9000, 10000000, 10000000000000000, 100000000000000000000000),
  ('CELO', true, 5000000000000000000, 50000000000000000000000, 9000, 1000000, 100000000000000000, 2500000000000000000000000),
  ('EOS', true, 20000, 500000000, 9000, 1000000, 1000, 25000000000),
  ('BINANCE_COIN', false, 0, 0, 0, 1000000, 100000, 0);

insert into coins (asset, active, min_exchange, max_exchange, spread_ppm, toman_tick, lot, max_inventory,
  min_deposit, max_deposit_per_payment, max_deposit_per_day, min_withdraw, max_withdraw, withdrawal_fee) values
  ('TOMAN', true, 100000000000, 50000000000000000, 0, 1000000, 1000000, 2500000000000000000,
  50000000000, 25000000000000, 25000000000000, 100000000000, 500000000000000, 4000000000);

insert into coin_networks
  (asset, token_type, txid_needed, tag_needed, deposit_enabled, withdraw_enabled, withdrawal_fee, min_withdraw, max_withdraw) values
  ('TETHER', 'ERC20', false, false, true, true, 3000000, 10000000, 200000000000),
  ('TETHER', 'TRC20', false, false, true, true, 1500000, 5000000, 200000000000),
  ('BITCOIN', 'BITCOIN', false, false, true, true, 20000, 100000, 500000000),
  ('ETHEREUM', 'ETHEREUM', false, false, true, true, 1000000000000000, 5000000000000000, 100000000000000000000),
  ('BINANCE_COIN_BSC', 'BINANCE_COIN_BSC', false, false, true, true, 500000000000000, 10000000000000000, 200000000000000000000),
  ('RIPPLE', 'RIPPLE', false, true, true, true, 200000, 5000000, 80000000000),
  ('TRON', 'TRON', false, false, true, true, 1000000, 10000000, 800000000000),
  ('DOGE_COIN', 'DOGE_COIN', false, false, true, true, 400000000, 2000000000, 50000000000000),
  ('LITE_COIN', 'LITE_COIN', false, false, true, true, 100000, 2000000, 80000000000),
  ('BITCOIN_CASH', 'BITCOIN_CASH', false, false, true, true, 100000, 1000000, 20000000000),
  ('STELLAR', 'STELLAR', false, true, true, true, 1000000, 100000000, 3000000000000),
  ('MATIC', 'MATIC', false, false, true, true, 100000000000000000, 2000000000000000000, 200000000000000000000000),
  ('CLASSIC_ETHEREUM', 'CLASSIC_ETHEREUM', false, false, true, true, 10000000000000000, 200000000000000000, 3000000000000000000000),
  ('DASH', 'DASH', false, false, true, true, 200000, 2000000, 80000000000),
  ('ELROND', 'ELROND', false, false, true, true, 2000000000000000, 50000000000000000, 3000000000000000000000),
  ('CELO', 'CELO', false, false, true, true, 50000000000000000, 2000000000000000000, 100000000000000000000000),
  ('EOS', 'EOS', false, true, true, true, 1000, 20000, 800000000),
  ('BINANCE_COIN', 'BINANCE_COIN', false, true, false, false, 0, 0, 0);

insert into quotes values ('TOMAN', 100000000000), ('TETHER', 1000000);
