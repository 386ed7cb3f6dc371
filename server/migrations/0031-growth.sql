-- What grows with the years is neither read nor counted whole.

-- Files of statements are looked for by their names, a thousand at a time.
create index statements_by_xlsx on statements (xlsx_file) where xlsx_file is not null;
create index statements_by_csv on statements (csv_file) where csv_file is not null;

-- A sign-in is compared with the newest ones, however many were tried in vain between them.
create index login_attempts_successful on login_attempts (user_id, id) where successful;

-- How many monthly_traders there are of a month; kept with them.
create table monthly_trader_counts (
  calendar text not null check (calendar in ('fa', 'en')),
  month date not null,
  traders bigint not null,
  primary key (calendar, month)
) with (fillfactor = 70);
insert into monthly_trader_counts select calendar, month, count(*) from monthly_traders group by calendar, month;
