-- Coins, networks, markets and their limits, which staff edits, and prices: sources, reference candles, candles of trades.
-- Amounts are smallest units: of the asset itself, or of Toman (scale 6) where the name says so.

create table coins (
  asset text primary key,
  active boolean not null,
  min_exchange numeric(38, 0) not null check (min_exchange >= 0),
  max_exchange numeric(38, 0) not null,
  spread_ppm int not null check (spread_ppm between 0 and 200000),
  toman_tick numeric(38, 0) not null check (toman_tick > 0),
  lot numeric(38, 0) not null check (lot > 0),
  max_inventory numeric(38, 0) not null check (max_inventory >= 0),
  min_deposit numeric(38, 0),
  max_deposit_per_payment numeric(38, 0),
  max_deposit_per_day numeric(38, 0),
  min_withdraw numeric(38, 0),
  max_withdraw numeric(38, 0),
  withdrawal_fee numeric(38, 0),
  version int not null default 1,
  check (max_exchange >= min_exchange),
  check ((asset = 'TOMAN') = (num_nonnulls(min_deposit, max_deposit_per_payment, max_deposit_per_day, min_withdraw, max_withdraw,
    withdrawal_fee) = 6)),
  check (asset = 'TOMAN' or num_nonnulls(min_deposit, max_deposit_per_payment, max_deposit_per_day, min_withdraw, max_withdraw,
    withdrawal_fee) = 0)
);
comment on table coins is
  'The assets and their trading limits; staff edits them. Amounts are smallest units of the asset unless the name says Toman.';
comment on column coins.active is 'Whether it can be traded.';
comment on column coins.min_exchange is 'The minimum amount of a quick trade.';
comment on column coins.max_exchange is 'The maximum amount of a quick trade.';
comment on column coins.spread_ppm is
  'Distance between the buying and the selling price around the reference price, in millionths (ppm).';
comment on column coins.toman_tick is 'The step of a limit price in Toman markets, in smallest units of Toman.';
comment on column coins.lot is 'The step of a limit order''s amount.';
comment on column coins.max_inventory is 'The maximum that the house holds: a quick trade that would exceed it is refused.';
comment on column coins.min_deposit is
  'The minimum of a deposit. This and the following columns are for TOMAN alone, and null for coins.';
comment on column coins.max_deposit_per_payment is 'The maximum of one payment through a gateway.';
comment on column coins.max_deposit_per_day is 'The maximum that one person may deposit through gateways within 24 hours.';
comment on column coins.withdrawal_fee is 'The fee of a withdrawal to a bank account.';
comment on column coins.version is 'Incremented by every change, so that a change based on an older version is refused.';
create trigger next_version before update on coins for each row execute function next_version();

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
  confirmations int not null default 1 check (confirmations between 1 and 100000),
  min_deposit numeric(38, 0) not null default 0 check (min_deposit >= 0),
  version int not null default 1,
  primary key (asset, token_type),
  check (max_withdraw >= min_withdraw)
);
comment on table coin_networks is 'The networks on which each coin is deposited and withdrawn; staff edits them.';
comment on column coin_networks.token_type is 'The network of the coin, such as ERC20 or TRC20.';
comment on column coin_networks.txid_needed is 'Whether a person who reports a missing deposit has to give its txid.';
comment on column coin_networks.tag_needed is 'Whether an address of this network needs a tag.';
comment on column coin_networks.withdrawal_fee is 'The fee of a withdrawal, in smallest units of the coin.';
comment on column coin_networks.min_withdraw is 'Smallest units of the coin, as is max_withdraw.';
comment on column coin_networks.confirmations is
  'Blocks until a deposit is credited, its own included; 1 where the chain itself declares blocks final.';
comment on column coin_networks.min_deposit is
  'Smallest units of the coin. A smaller deposit is not credited automatically: it waits for staff.';
comment on column coin_networks.version is 'Incremented by every change, so that a change based on an older version is refused.';
create trigger next_version before update on coin_networks for each row execute function next_version();

insert into coin_networks (asset, token_type, txid_needed, tag_needed, deposit_enabled, withdraw_enabled, withdrawal_fee, min_withdraw,
  max_withdraw, confirmations, min_deposit) values
  ('TETHER', 'ERC20', false, false, true, true, 3000000, 10000000, 200000000000, 32, 2000000),
  ('TETHER', 'TRC20', false, false, true, true, 1500000, 5000000, 200000000000, 20, 1000000),
  ('BITCOIN', 'BITCOIN', false, false, true, true, 20000, 100000, 500000000, 3, 10000),
  ('ETHEREUM', 'ETHEREUM', false, false, true, true, 1000000000000000, 5000000000000000, 100000000000000000000, 32, 1000000000000000),
  ('BINANCE_COIN_BSC', 'BINANCE_COIN_BSC', false, false, true, true, 500000000000000, 10000000000000000, 200000000000000000000, 15, 2000000000000000),
  ('RIPPLE', 'RIPPLE', false, true, true, true, 200000, 5000000, 80000000000, 1, 1000000),
  ('TRON', 'TRON', false, false, true, true, 1000000, 10000000, 800000000000, 20, 1000000),
  ('DOGE_COIN', 'DOGE_COIN', false, false, true, true, 400000000, 2000000000, 50000000000000, 40, 500000000),
  ('LITE_COIN', 'LITE_COIN', false, false, true, true, 100000, 2000000, 80000000000, 12, 500000),
  ('BITCOIN_CASH', 'BITCOIN_CASH', false, false, true, true, 100000, 1000000, 20000000000, 15, 200000),
  ('STELLAR', 'STELLAR', false, true, true, true, 1000000, 100000000, 3000000000000, 1, 10000000),
  ('MATIC', 'MATIC', false, false, true, true, 100000000000000000, 2000000000000000000, 200000000000000000000000, 128, 1000000000000000000),
  ('CLASSIC_ETHEREUM', 'CLASSIC_ETHEREUM', false, false, true, true, 10000000000000000, 200000000000000000, 3000000000000000000000, 20000, 50000000000000000),
  ('DASH', 'DASH', false, false, true, true, 200000, 2000000, 80000000000, 6, 500000),
  ('ELROND', 'ELROND', false, false, true, true, 2000000000000000, 50000000000000000, 3000000000000000000000, 1, 20000000000000000),
  ('CELO', 'CELO', false, false, true, true, 50000000000000000, 2000000000000000000, 100000000000000000000000, 1, 1000000000000000000),
  ('EOS', 'EOS', false, true, true, true, 1000, 20000, 800000000, 1, 1000),
  ('BINANCE_COIN', 'BINANCE_COIN', false, true, false, false, 0, 0, 0, 1, 0);

create table quotes (
  quote text primary key check (quote in ('TOMAN', 'TETHER')),
  min_notional numeric(38, 0) not null check (min_notional > 0),
  version int not null default 1
);
comment on table quotes is 'The currencies that markets are quoted in; staff edits them.';
comment on column quotes.min_notional is 'The minimum value of an order, in smallest units of the quote.';
comment on column quotes.version is 'Incremented by every change, so that a change based on an older version is refused.';
create trigger next_version before update on quotes for each row execute function next_version();

insert into quotes (quote, min_notional) values ('TOMAN', 100000000000), ('TETHER', 1000000);

create table markets (
  coin text not null references coins,
  quote text not null references quotes,
  active boolean not null,
  version int not null default 1,
  primary key (coin, quote)
);
comment on table markets is 'The markets of the order book: a coin against Toman or Tether. Staff edits them.';
comment on column markets.active is 'Whether new orders are accepted.';
comment on column markets.version is 'Incremented by every change, so that a change based on an older version is refused.';
create trigger next_version before update on markets for each row execute function next_version();

insert into markets (coin, quote, active)
  select asset, quote, active from coins, quotes where asset not in ('TOMAN', 'BINANCE_COIN') and asset <> quote;

create table market_heads (
  coin text not null,
  quote text not null,
  sequence bigint not null,
  fill bigint not null,
  last_price numeric(38, 0),
  primary key (coin, quote),
  foreign key (coin, quote) references markets
) with (fillfactor = 50);
comment on table market_heads is
  'The last numbers and price of each market; written by the ledger in the batch of its last change.';
comment on column market_heads.sequence is 'The number of the last change of its order book.';
comment on column market_heads.fill is 'The number of its last fill.';
comment on column market_heads.last_price is 'Smallest units of the quote for one whole coin; null: nothing was traded yet.';

insert into market_heads (coin, quote, sequence, fill) select coin, quote, 0, 0 from markets;

create table price_sources (
  coin text not null references coins,
  source text not null,
  counts boolean not null default true,
  weight int not null default 100 check (weight between 1 and 100),
  version int not null default 1,
  primary key (coin, source)
);
comment on table price_sources is
  'Whether a vendor''s price of a coin counts for its reference price, and with which weight. Staff edits it; a pair without a '
  'row counts in full.';
comment on column price_sources.source is 'The name of the vendor, as in the log.';
comment on column price_sources.weight is 'In percent of the full weight of a source: 50 counts half as much as 100.';
comment on column price_sources.version is 'Incremented by every change, so that a change based on an older version is refused.';
create trigger next_version before update on price_sources for each row execute function next_version();

-- Vendors that have no pair of the coin get no row.
insert into price_sources (coin, source)
select coin, source
from unnest(array['TETHER', 'BITCOIN', 'ETHEREUM', 'BINANCE_COIN_BSC', 'RIPPLE', 'TRON', 'DOGE_COIN', 'LITE_COIN', 'BITCOIN_CASH',
    'STELLAR', 'MATIC', 'CLASSIC_ETHEREUM', 'DASH', 'ELROND', 'CELO', 'EOS']) as coin,
  unnest(array['binance', 'okx', 'kucoin', 'bybit', 'kraken', 'gate', 'nobitex', 'wallex', 'bitpin', 'ramzinex',
    'sandbox', 'sandbox-second']) as source
where not (coin = 'TETHER' and source in ('binance', 'okx', 'kucoin', 'bybit', 'kraken', 'gate'))
  and not (coin = 'EOS' and source = 'kraken');

create table reference_candles (
  coin text not null,
  quote text not null check (quote in ('TOMAN', 'TETHER')),
  interval text not null check (interval in ('1m', '30m', '1h', '1d')),
  time timestamptz not null,
  open numeric(38, 0) not null check (open > 0),
  high numeric(38, 0) not null,
  low numeric(38, 0) not null,
  close numeric(38, 0) not null check (close > 0),
  primary key (coin, quote, interval, time),
  check (low > 0 and low <= least(open, close) and high >= greatest(open, close))
);
comment on table reference_candles is
  'Candles of the reference mid price. A minute without a price has no row. Minutes are kept a week; days exist only for the time '
  'before this server had its own prices.';
comment on column reference_candles.interval is
  '1m: kept a week. 30m: combined into hours of UTC. 1h: hours of Tehran''s clock. 1d: for the time before the first hours.';
comment on column reference_candles.time is 'When it begins.';
comment on column reference_candles.open is 'Smallest units of the quote for one whole coin, as are high, low and close.';

create table candle_fills (
  coin text not null references coins,
  interval text not null check (interval in ('1m', '1h', '1d')),
  begin_at timestamptz not null,
  end_at timestamptz not null,
  next_at timestamptz not null,
  primary key (coin, interval),
  check (begin_at <= next_at and next_at <= end_at)
);
comment on table candle_fills is
  'How far the past of a coin''s reference price was fetched from vendors, page by page from the newest to the oldest.';
comment on column candle_fills.begin_at is 'The beginning of the period that is to be fetched.';
comment on column candle_fills.end_at is 'The end of that period, not included.';
comment on column candle_fills.next_at is
  'Candles that begin before this moment are still to be fetched; equal to begin_at when all are.';

create table history_sources (
  name text primary key,
  failures int not null check (failures >= 0),
  rest_until timestamptz not null
);
comment on table history_sources is 'Vendors of past prices that failed or that refused further requests for a while.';
comment on column history_sources.failures is 'Consecutive failures; 0 after each reply.';
comment on column history_sources.rest_until is 'It gets no request before this moment.';

create table trade_candles (
  coin text not null,
  quote text not null,
  interval text not null check (interval in ('1m', '30m', '1h')),
  time timestamptz not null,
  open numeric(38, 0) not null,
  high numeric(38, 0) not null,
  low numeric(38, 0) not null,
  close numeric(38, 0) not null,
  volume numeric(38, 0) not null check (volume > 0),
  value numeric(38, 0) not null check (value >= 0),
  primary key (coin, quote, interval, time),
  foreign key (coin, quote) references markets,
  check (low > 0 and low <= least(open, close) and high >= greatest(open, close))
);
comment on table trade_candles is 'Candles of the trades in the order book. Where there are none, the reference candles are shown.';
comment on column trade_candles.interval is '1m: kept 90 days. 30m: combined into hours of UTC. 1h: hours of Tehran''s clock.';
comment on column trade_candles.time is
  'When it begins. An hour is one of Tehran''s clock, 3:30 ahead of UTC, so that days begin at its midnight.';
comment on column trade_candles.open is 'Smallest units of the quote for one whole coin, as are high, low and close.';
comment on column trade_candles.volume is 'Smallest units of the coin.';
comment on column trade_candles.value is 'The total price of the volume, in smallest units of the quote.';

create table trade_candle_cursors (
  coin text not null,
  quote text not null,
  fill bigint not null check (fill >= 0),
  half_fill bigint not null default 0 check (half_fill >= 0),
  primary key (coin, quote),
  foreign key (coin, quote) references markets
);
comment on table trade_candle_cursors is 'The last fill that the trade candles of each market include.';
comment on column trade_candle_cursors.half_fill is 'The same for the candles of half an hour.';

create table price_alerts (
  id uuid primary key,
  user_id uuid not null references users,
  coin text not null,
  quote text not null check (quote in ('TOMAN', 'TETHER')),
  direction text not null check (direction in ('ABOVE', 'BELOW')),
  threshold numeric(38, 0) not null check (threshold > 0),
  pause_seconds int check (pause_seconds in (3600, 86400)),
  state text not null default 'WAITING' check (state in ('WAITING', 'PAUSED', 'BEYOND', 'FIRED')),
  paused_until timestamptz,
  fired_at timestamptz,
  fired_price numeric(38, 0),
  created_at timestamptz not null,
  unique (user_id, coin, quote, direction, threshold),
  check ((state = 'PAUSED') = (paused_until is not null)),
  check (state <> 'FIRED' or pause_seconds is null),
  check ((fired_at is null) = (fired_price is null)),
  check (state = 'WAITING' or fired_at is not null)
);
comment on table price_alerts is 'Prices of which people want to be notified.';
comment on column price_alerts.direction is 'ABOVE: when the price rises to the threshold. BELOW: when it falls to it.';
comment on column price_alerts.threshold is 'Smallest units of the quote for one whole coin.';
comment on column price_alerts.pause_seconds is 'How long it pauses after it has notified its owner; null: it notifies once.';
comment on column price_alerts.state is
  'WAITING: for the price. PAUSED: until paused_until. BEYOND: the pause is over, and it waits again once the price has gone '
  'back. FIRED: over.';
comment on column price_alerts.fired_at is 'When it last fired; null: never.';
comment on column price_alerts.fired_price is 'The price when it last fired, in smallest units of the quote.';
-- Finds the alerts that a price crosses.
create index price_alerts_by_threshold on price_alerts (state, coin, quote, direction, threshold)
  where state in ('WAITING', 'BEYOND');
create index price_alerts_paused on price_alerts (paused_until) where state = 'PAUSED';
