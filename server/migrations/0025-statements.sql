-- The yearly statement: what went in and out of each asset on each day, and the files made of it.

-- Folded with the positions, so that a year's profit is what the positions gained in it. The units are the asset's, those
-- of `_toman` Toman's smallest.
alter table daily_balances
  add column cost_toman numeric(38, 0) not null default 0 check (cost_toman >= 0),
  add column bought numeric(38, 0) not null default 0,
  add column bought_toman numeric(38, 0) not null default 0,
  add column sold numeric(38, 0) not null default 0,
  add column sold_toman numeric(38, 0) not null default 0,
  add column received numeric(38, 0) not null default 0,
  add column sent numeric(38, 0) not null default 0,
  add column fees numeric(38, 0) not null default 0,
  add column fees_toman numeric(38, 0) not null default 0,
  add column referral numeric(38, 0) not null default 0,
  add column referral_toman numeric(38, 0) not null default 0,
  add column corrected numeric(38, 0) not null default 0,
  add column realised_toman numeric(38, 0) not null default 0;

-- What was folded before knows no flows: all of it is folded again, from the first transfer.
update positions_head set transfer_id = 0;
truncate positions, position_exits, daily_balances, referral_totals, referral_sums;

-- One for each year, calendar and language that somebody asked for; kept for some days.
create table statements (
  id uuid primary key,
  user_id uuid not null references users,
  calendar text not null check (calendar in ('JALALI', 'GREGORIAN')),
  year int not null,
  language text not null check (language in ('fa', 'en')),
  state text not null check (state in ('WAITING', 'MAKING', 'READY', 'FAILED')),
  percent int not null default 0 check (percent between 0 and 100),
  asked_at timestamptz not null,
  -- The last sign of life of who makes it.
  touched_at timestamptz not null,
  -- Of the one that is there: its figures with whose they are, a keyed digest of them, encrypted files by name.
  made_at timestamptz,
  complete boolean,
  trades int,
  summary_encrypted bytea,
  digest bytea,
  xlsx_file text,
  csv_file text,
  unique (user_id, calendar, year, language),
  check (num_nonnulls(made_at, complete, trades, summary_encrypted, digest, xlsx_file, csv_file) in (0, 7)),
  check (state <> 'READY' or made_at is not null)
);
create index statements_by_time on statements (asked_at);
