-- Figures that followers calculate from orders, fills and transfers, so that no page adds these up: volumes, levels, positions,
-- referral shares, the statistics of the business, and yearly statements.

create table trade_totals (
  singleton boolean primary key default true check (singleton),
  trades bigint not null,
  toman_value numeric(38, 0) not null,
  folded_until timestamptz not null
);
comment on table trade_totals is 'One row: all trades with a customer on either side, so that no page has to count orders.';
comment on column trade_totals.singleton is 'Always true: there is one row.';
comment on column trade_totals.toman_value is 'Smallest units of Toman.';
comment on column trade_totals.folded_until is 'Trades before this moment are counted.';

insert into trade_totals (trades, toman_value, folded_until) values (0, 0, '2000-01-01');

create table user_volumes (
  user_id uuid not null,
  day date not null,
  toman_value numeric(38, 0) not null,
  primary key (user_id, day)
);
comment on table user_volumes is 'How much a person traded on a day in Tehran; three months of it determine the fee level.';
comment on column user_volumes.toman_value is 'Smallest units of Toman.';
-- Rows of a day are inserted on that day.
create index user_volumes_by_day on user_volumes using brin (day) with (pages_per_range = 16);

create table level_volumes (
  user_id uuid primary key,
  toman_value numeric(38, 0) not null
) with (fillfactor = 70);
comment on table level_volumes is 'A person''s volume of the last three months when their level was last calculated.';
comment on column level_volumes.toman_value is 'Smallest units of Toman.';
create index level_volumes_by_value on level_volumes (toman_value);

create table level_checks (
  user_id uuid primary key
);
comment on table level_checks is
  'People whose fee level has to be calculated again; written in the transaction that changed what it depends on.';

create table level_head (
  singleton boolean primary key default true check (singleton),
  aged_until date,
  tiers text
);
comment on table level_head is 'One row: the basis on which all fee levels were last calculated.';
comment on column level_head.singleton is 'Always true: there is one row.';
comment on column level_head.aged_until is
  'This day and all before it are no longer in the three months; null: no level was calculated yet.';
comment on column level_head.tiers is 'The levels as they were then; null: no level was calculated yet.';

insert into level_head default values;

create table positions_head (
  singleton boolean primary key default true check (singleton),
  transfer_id bigint not null
);
comment on table positions_head is
  'One row: the last transfer that positions, position_exits, daily_balances, referral_totals and referral_sums include.';
comment on column positions_head.singleton is 'Always true: there is one row.';
comment on column positions_head.transfer_id is
  'The last transfer that is included; ids of transfers have no gaps and become visible in order.';

insert into positions_head (transfer_id) values (0);

create table positions (
  user_id uuid not null,
  asset text not null,
  amount numeric(38, 0) not null check (amount >= 0),
  cost_toman numeric(38, 0) not null check (cost_toman >= 0),
  cost_tether numeric(38, 0) not null check (cost_tether >= 0),
  realised_toman numeric(38, 0) not null,
  realised_tether numeric(38, 0) not null,
  primary key (user_id, asset)
) with (fillfactor = 70);
comment on table positions is 'How much a person has of an asset and what it cost, by average cost; calculated from transfers.';
comment on column positions.amount is 'Smallest units of the asset.';
comment on column positions.cost_toman is 'Smallest units of Toman, as is realised_toman.';
comment on column positions.cost_tether is 'Smallest units of Tether, as is realised_tether.';
comment on column positions.realised_toman is 'Realised profit; negative for a loss.';

create table position_exits (
  reference uuid not null,
  user_id uuid not null,
  asset text not null,
  amount numeric(38, 0) not null check (amount > 0),
  cost_toman numeric(38, 0) not null check (cost_toman >= 0),
  cost_tether numeric(38, 0) not null check (cost_tether >= 0),
  primary key (reference, user_id, asset)
);
comment on table position_exits is 'What a withdrawal took out of a position, so that a returned withdrawal restores its cost.';
comment on column position_exits.reference is 'The withdrawal.';
comment on column position_exits.amount is 'Smallest units of the asset.';
comment on column position_exits.cost_toman is 'What that part had cost, in smallest units of Toman.';
comment on column position_exits.cost_tether is 'The same in smallest units of Tether.';

create table daily_balances (
  user_id uuid not null,
  asset text not null,
  day date not null,
  balance numeric(38, 0) not null check (balance >= 0),
  cost_toman numeric(38, 0) not null default 0 check (cost_toman >= 0),
  bought numeric(38, 0) not null default 0,
  bought_toman numeric(38, 0) not null default 0,
  sold numeric(38, 0) not null default 0,
  sold_toman numeric(38, 0) not null default 0,
  received numeric(38, 0) not null default 0,
  sent numeric(38, 0) not null default 0,
  fees numeric(38, 0) not null default 0,
  fees_toman numeric(38, 0) not null default 0,
  referral numeric(38, 0) not null default 0,
  referral_toman numeric(38, 0) not null default 0,
  corrected numeric(38, 0) not null default 0,
  realised_toman numeric(38, 0) not null default 0,
  primary key (user_id, asset, day)
);
comment on table daily_balances is
  'The last balance of a person''s asset on a day in Tehran, and what came in and went out that day. A day without a change has '
  'no row. Calculated from transfers; the yearly statement reads it. Columns ending in _toman are smallest units of Toman, the '
  'others smallest units of the asset.';
comment on column daily_balances.balance is 'Spendable and blocked together.';
comment on column daily_balances.cost_toman is 'What the balance cost its owner, by average cost.';
comment on column daily_balances.bought is
  'opening + bought − sold + received − sent − fees + referral + corrected = closing balance.';
comment on column daily_balances.corrected is 'What was returned or reversed; may be negative.';
comment on column daily_balances.realised_toman is 'Profit of the day; negative for a loss.';

create table referral_totals (
  inviter_id uuid not null,
  asset text not null,
  amount numeric(38, 0) not null,
  toman_value numeric(38, 0) not null,
  primary key (inviter_id, asset)
) with (fillfactor = 70);
comment on table referral_totals is 'How much an inviter earned of each asset; calculated from transfers.';
comment on column referral_totals.amount is 'Smallest units of the asset.';
comment on column referral_totals.toman_value is 'Value when it was paid, in smallest units of Toman.';

create table referral_sums (
  inviter_id uuid not null,
  invitee_id uuid not null,
  toman_value numeric(38, 0) not null,
  primary key (inviter_id, invitee_id)
) with (fillfactor = 70);
comment on table referral_sums is 'How much an inviter earned by each person they invited; calculated from transfers.';
comment on column referral_sums.toman_value is 'Value when it was paid, in smallest units of Toman.';

create table wallet_sums (
  user_id uuid not null,
  asset text not null,
  kind text not null check (kind in ('deposit', 'referral')),
  toman_value numeric(38, 0) not null default 0,
  unvalued numeric(38, 0) not null default 0,
  primary key (user_id, asset, kind)
);
comment on table wallet_sums is
  'How much a person deposited and earned by referral, per asset; calculated from transfers, so that no page adds them up.';
comment on column wallet_sums.toman_value is 'Value when it was added, in smallest units of Toman.';
comment on column wallet_sums.unvalued is 'Amounts that had no price then, in smallest units of the asset.';

create table wallet_sums_head (
  singleton boolean primary key default true check (singleton),
  transfer_id bigint not null
);
comment on table wallet_sums_head is 'One row: the last transfer that wallet_sums includes.';
comment on column wallet_sums_head.singleton is 'Always true: there is one row.';
comment on column wallet_sums_head.transfer_id is 'The last transfer that is included.';

insert into wallet_sums_head (transfer_id) values (0);

create table figures_head (
  singleton boolean primary key default true check (singleton),
  transfer_id bigint not null,
  folded_at timestamptz,
  day date
);
comment on table figures_head is 'One row: the last transfer and day that the figures include.';
comment on column figures_head.singleton is 'Always true: there is one row.';
comment on column figures_head.transfer_id is 'The last transfer that daily_sums includes.';
comment on column figures_head.folded_at is 'When the follower last had nothing left to do.';
comment on column figures_head.day is 'daily_figures is calculated again from this day on; null: it never was calculated.';

insert into figures_head (transfer_id) values (0);

create table daily_sums (
  day date not null,
  kind text not null check (kind in ('FEE', 'REFERRAL', 'DEPOSIT', 'WITHDRAWAL', 'STORE')),
  source text not null check (source in ('OTC', 'P2P', 'WITHDRAWAL', '')),
  coin text not null,
  asset text not null,
  amount numeric(38, 0) not null,
  returned numeric(38, 0) not null,
  toman_value numeric(38, 0) not null,
  entries bigint not null,
  primary key (day, kind, source, coin, asset)
) with (fillfactor = 70);
comment on table daily_sums is
  'Fees, referral shares, deposits, withdrawals and payments to stores by day in Tehran; calculated from transfers.';
comment on column daily_sums.kind is
  'FEE: earned fees. REFERRAL: the part of them shared with inviters. DEPOSIT. WITHDRAWAL. STORE: what payers paid to stores.';
comment on column daily_sums.source is
  'For FEE and REFERRAL, what the fee was for. OTC: quick trades. P2P: orders of the order book. WITHDRAWAL: withdrawals. '''' '
  'otherwise.';
comment on column daily_sums.coin is 'The coin of the market a fee came from, whose quote is the asset; '''' otherwise.';
comment on column daily_sums.amount is 'Smallest units of the asset.';
comment on column daily_sums.returned is 'What of it was returned, in smallest units of the asset.';
comment on column daily_sums.toman_value is
  'Value of amount less returned at the prices of the minute, in smallest units of Toman.';
comment on column daily_sums.entries is 'How many transfers.';

create table daily_trades (
  day date not null,
  source text not null check (source in ('OTC', 'P2P')),
  trades bigint not null,
  toman_value numeric(38, 0) not null,
  primary key (day, source)
) with (fillfactor = 70);
comment on table daily_trades is 'Trades by day in Tehran; calculated together with trade_totals.';
comment on column daily_trades.source is 'OTC: quick trades. P2P: fills of the order book.';
comment on column daily_trades.toman_value is 'Smallest units of Toman.';

create table monthly_traders (
  calendar text not null check (calendar in ('fa', 'en')),
  month date not null,
  user_id uuid not null,
  primary key (calendar, month, user_id)
);
comment on table monthly_traders is 'People who traded in a month, one row each.';
comment on column monthly_traders.calendar is 'The calendar of a language: fa is the Jalali month, en the Gregorian one.';
comment on column monthly_traders.month is 'The month''s first day.';

create table monthly_trader_counts (
  calendar text not null check (calendar in ('fa', 'en')),
  month date not null,
  traders bigint not null,
  primary key (calendar, month)
) with (fillfactor = 70);
comment on table monthly_trader_counts is 'How many rows monthly_traders has for a month, updated with them.';
comment on column monthly_trader_counts.calendar is 'The calendar of a language: fa is the Jalali month, en the Gregorian one.';
comment on column monthly_trader_counts.month is 'The month''s first day.';

create table daily_figures (
  day date primary key,
  new_people bigint not null,
  verified bigint not null,
  active_traders bigint not null,
  open_orders bigint,
  waiting_reviews bigint,
  waiting_withdrawals bigint,
  waiting_tickets bigint,
  looked_at timestamptz
) with (fillfactor = 70);
comment on table daily_figures is
  'People and open work by day in Tehran, for the figures in the back office. The counts of open work are the last of the day; '
  'null: not counted.';
comment on column daily_figures.verified is 'People who were authorised for the first time that day.';
comment on column daily_figures.active_traders is 'People who traded that day.';
comment on column daily_figures.open_orders is 'Counted up to 100,000.';
comment on column daily_figures.looked_at is 'When the open work was last counted on that day.';

create table public_statistics (
  singleton boolean primary key default true check (singleton),
  min_users int not null,
  min_trades int not null,
  version int not null default 1
);
comment on table public_statistics is
  'One row that staff sets: the numbers of customers and trades from which the public figures are shown.';
comment on column public_statistics.singleton is 'Always true: there is one row.';
comment on column public_statistics.version is 'Incremented by every change, so that a change based on an older version is refused.';
create trigger next_version before update on public_statistics for each row execute function next_version();

insert into public_statistics (min_users, min_trades) values (1000, 10000);

create table statements (
  id uuid primary key,
  user_id uuid not null references users,
  calendar text not null check (calendar in ('JALALI', 'GREGORIAN')),
  year int not null,
  language text not null check (language in ('fa', 'en')),
  state text not null check (state in ('WAITING', 'MAKING', 'READY', 'FAILED')),
  percent int not null default 0 check (percent between 0 and 100),
  asked_at timestamptz not null,
  touched_at timestamptz not null,
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
comment on table statements is 'Yearly statements that people requested; kept seven days.';
comment on column statements.year is 'Of the calendar.';
comment on column statements.state is 'WAITING: to be made. MAKING. READY. FAILED.';
comment on column statements.percent is 'The progress of making it.';
comment on column statements.touched_at is
  'The last sign of life of the process that makes it; if that process died, the statement is made again.';
comment on column statements.made_at is 'This and the columns after it describe the finished statement; null: there is none.';
comment on column statements.summary_encrypted is 'JSON of its figures and owner, encrypted under a key derived from SECRET_KEY.';
comment on column statements.digest is 'Keyed digest of the figures, by which the holder of the document can have it verified.';
comment on column statements.xlsx_file is 'The name of an encrypted file in the statements folder of DATA_DIR, as is csv_file.';
create index statements_by_time on statements (asked_at);
-- Finds the statement of a file by its name, a thousand files at a time.
create index statements_by_xlsx on statements (xlsx_file) where xlsx_file is not null;
create index statements_by_csv on statements (csv_file) where csv_file is not null;

create table issued_documents (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('TRADE', 'DEPOSIT', 'WITHDRAWAL', 'STATEMENT')),
  subject text not null,
  code_digest bytea not null unique,
  content_encrypted bytea not null,
  issued_at timestamptz not null,
  renewed_at timestamptz not null
);
comment on table issued_documents is 'Receipts and statements that were issued with a verification code, as they were.';
comment on column issued_documents.subject is 'The id of the order, deposit or withdrawal; for a statement, its calendar and year.';
comment on column issued_documents.code_digest is 'Keyed digest of the code, which is only on the document.';
comment on column issued_documents.content_encrypted is
  'JSON of the content of the document, encrypted under a key derived from SECRET_KEY. The code is a keyed digest of it.';
comment on column issued_documents.renewed_at is
  'When a document with this content was last issued: another of the same subject with a later time is its newer version.';
create index issued_documents_by_subject on issued_documents (user_id, kind, subject, renewed_at);
create index issued_documents_by_number on issued_documents ((right(replace(subject, '-', ''), 15))) where kind <> 'STATEMENT';
