-- Days of two years: the vendors' past of the reference price, from before this server had prices of its own.
alter table reference_candles drop constraint reference_candles_interval_check;
alter table reference_candles add constraint reference_candles_interval_check check (interval in ('1m', '1h', '1d'));

-- How far the past of a coin has been fetched: [begin_at, end_at) from its newest end backwards, page by page.
create table candle_fills (
  coin text not null references coins (asset),
  interval text not null check (interval in ('1m', '1h', '1d')),
  begin_at timestamptz not null,
  end_at timestamptz not null,
  -- What begins before this moment is still to be asked for; begin_at once all is done.
  next_at timestamptz not null,
  primary key (coin, interval),
  check (begin_at <= next_at and next_at <= end_at)
);

-- Vendors that failed or asked for patience.
create table history_sources (
  name text primary key,
  -- One after another; 0 after each answer.
  failures int not null check (failures >= 0),
  -- Not asked before this moment.
  rest_until timestamptz not null
);
