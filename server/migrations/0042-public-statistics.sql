-- What everybody sees of the business: customers alone, and nothing until there is something to show.

-- One row, which staff sets: the figures are shown from so many customers and trades on.
create table public_statistics (
  singleton boolean primary key default true check (singleton),
  min_users int not null,
  min_trades int not null,
  version int not null default 1
);
create trigger next_version before update on public_statistics for each row execute function next_version();
insert into public_statistics (min_users, min_trades) values (1000, 10000);

-- What market makers traded among themselves is taken out of what was counted so far. Fills younger than the last fold
-- aren't counted yet.
update trade_totals t set trades = t.trades - made.trades, toman_value = t.toman_value - made.toman_value
from (
  select count(*) as trades, coalesce(sum(f.toman_value), 0) as toman_value
  from fills f
  join users taker on taker.id = f.taker_id and taker.level = 'SUPERVISOR'
  join users maker on maker.id = f.maker_id and maker.level = 'SUPERVISOR'
  where f.created_at < (select folded_until from trade_totals)
) made;
