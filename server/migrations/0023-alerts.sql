-- Prices that people wait for.

create table price_alerts (
  id uuid primary key,
  user_id uuid not null references users,
  coin text not null,
  quote text not null check (quote in ('TOMAN', 'TETHER')),
  -- Which way the price has to come to the threshold.
  direction text not null check (direction in ('ABOVE', 'BELOW')),
  -- Quote smallest units for one coin.
  threshold numeric(38, 0) not null check (threshold > 0),
  -- Seconds it rests after it has told the person; null: it tells once.
  pause_seconds integer check (pause_seconds in (3600, 86400)),
  -- PAUSED rests; BEYOND has rested, and waits again once the price has gone back; FIRED is over.
  state text not null default 'WAITING' check (state in ('WAITING', 'PAUSED', 'BEYOND', 'FIRED')),
  paused_until timestamptz,
  -- The last time.
  fired_at timestamptz,
  fired_price numeric(38, 0),
  created_at timestamptz not null,
  unique (user_id, coin, quote, direction, threshold),
  check ((state = 'PAUSED') = (paused_until is not null)),
  check (state <> 'FIRED' or pause_seconds is null),
  check ((fired_at is null) = (fired_price is null)),
  check (state = 'WAITING' or fired_at is not null)
);
-- A price finds what it crosses here, and nothing else.
create index price_alerts_by_threshold on price_alerts (state, coin, quote, direction, threshold)
  where state in ('WAITING', 'BEYOND');
create index price_alerts_paused on price_alerts (paused_until) where state = 'PAUSED';
