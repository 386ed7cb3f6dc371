-- Candles of the trades; where there are none, the reference candles stand for them.

create table trade_candles (
  coin text not null,
  quote text not null,
  "interval" text not null check ("interval" in ('1m', '1h')),
  -- When it begins. An hour is one of Tehran's clock (3:30 ahead of UTC), so that days begin at its midnight.
  "time" timestamptz not null,
  -- Quote units for one coin.
  open numeric(38, 0) not null,
  high numeric(38, 0) not null,
  low numeric(38, 0) not null,
  close numeric(38, 0) not null,
  -- Coin units; and what they cost, in quote units.
  volume numeric(38, 0) not null check (volume > 0),
  value numeric(38, 0) not null check (value >= 0),
  primary key (coin, quote, "interval", "time"),
  foreign key (coin, quote) references markets,
  check (low > 0 and low <= least(open, close) and high >= greatest(open, close))
);

-- Up to which fill a market's candles are made.
create table trade_candle_cursors (
  coin text not null,
  quote text not null,
  fill bigint not null check (fill >= 0),
  primary key (coin, quote),
  foreign key (coin, quote) references markets
);
