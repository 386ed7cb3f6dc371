-- Which source counts for the price of which coin, and how much. Decision 123.
create table price_sources (
  coin text not null references coins (asset),
  source text not null,
  counts boolean not null default true,
  weight int not null default 100 check (weight between 1 and 100),
  version int not null default 1,
  primary key (coin, source)
);
create trigger next_version before update on price_sources for each row execute function next_version();
comment on table price_sources is
  'Whether what a vendor says of a coin counts for its reference price, and how much. Staff edits it; a pair without a row counts in full.';
comment on column price_sources.source is 'The name of the vendor, as the log has it.';
comment on column price_sources.weight is 'Beside the others of the coin: 50 is half a voice.';
comment on column price_sources.version is
  'Rises with every change, so that nobody overwrites what they did not see.';

insert into price_sources (coin, source)
select coin, source
from unnest(array['TETHER', 'BITCOIN', 'ETHEREUM', 'BINANCE_COIN_BSC', 'RIPPLE', 'TRON', 'DOGE_COIN', 'LITE_COIN', 'BITCOIN_CASH',
    'STELLAR', 'MATIC', 'CLASSIC_ETHEREUM', 'DASH', 'ELROND', 'CELO', 'EOS']) as coin,
  unnest(array['binance', 'okx', 'kucoin', 'bybit', 'kraken', 'gate', 'nobitex', 'wallex', 'bitpin', 'ramzinex',
    'sandbox', 'sandbox-second']) as source
where not (coin = 'TETHER' and source in ('binance', 'okx', 'kucoin', 'bybit', 'kraken', 'gate'))
  and not (coin = 'EOS' and source = 'kraken');
