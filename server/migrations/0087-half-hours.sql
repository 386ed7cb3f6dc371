-- expands: the checks only take one word more, which the version before neither writes nor reads.
-- Tehran is 3:30 ahead of UTC: hours, days and weeks of both clocks are whole numbers of half hours.
alter table trade_candles drop constraint trade_candles_interval_check;
alter table trade_candles add constraint trade_candles_interval_check
  check (interval in ('1m', '30m', '1h'));
alter table reference_candles drop constraint reference_candles_interval_check;
alter table reference_candles add constraint reference_candles_interval_check
  check (interval in ('1m', '30m', '1h', '1d'));
comment on column trade_candles.interval is
  '1m for 90 days; 30m, of which hours of UTC are made; 1h, of Tehran''s clock.';
comment on column reference_candles.interval is
  '1m for a week; 30m, of which hours of UTC are made; 1h, of Tehran''s clock; 1d from before there were hours.';
alter table trade_candle_cursors add half_fill bigint not null default 0 check (half_fill >= 0);
comment on column trade_candle_cursors.half_fill is 'The same of the candles of half an hour, which came later.';
