-- Fee tiers that follow a person's trades, what inviters earned, what each coin cost its owner, and closing balances.

-- Whose level has to be judged anew; written in the transaction that changed what it hangs on.
create table level_checks (
  user_id uuid primary key
);

-- What all levels were last judged by.
create table level_head (
  singleton boolean primary key default true check (singleton),
  -- The last day that no longer counts: it, and all before, have left the three months.
  aged_until date,
  -- The tiers as they were.
  tiers text
);
insert into level_head default values;
-- A day's rows are written on that day.
create index user_volumes_by_day on user_volumes using brin (day) with (pages_per_range = 16);

-- Inviter and invited turned out to be one person: nothing is paid.
alter table users add column invited_by_self boolean not null default false check (not invited_by_self or inviter_id is not null);
drop index users_invited;
create index users_invited on users (inviter_id, id) where inviter_id is not null;

-- How far transfers are folded into the tables below: their ids have no gaps and become visible in order.
create table positions_head (
  singleton boolean primary key default true check (singleton),
  transfer_id bigint not null
);
insert into positions_head (transfer_id) values (0);

-- What a person has of an asset and what it cost, average cost; smallest units. Realised profit may be a loss.
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

-- What a withdrawal took out of a position, so that one that comes back brings its cost along.
create table position_exits (
  reference uuid not null,
  user_id uuid not null,
  asset text not null,
  amount numeric(38, 0) not null check (amount > 0),
  cost_toman numeric(38, 0) not null check (cost_toman >= 0),
  cost_tether numeric(38, 0) not null check (cost_tether >= 0),
  primary key (reference, user_id, asset)
);

-- Of a day of Asia/Tehran the last balance, spendable and blocked; a day without a change has no row.
create table daily_balances (
  user_id uuid not null,
  asset text not null,
  day date not null,
  balance numeric(38, 0) not null check (balance >= 0),
  primary key (user_id, asset, day)
);

-- Shares of fees, in the fee's currency, and their worth in Toman when they were paid: in all, and by whom.
create table referral_totals (
  inviter_id uuid not null,
  asset text not null,
  amount numeric(38, 0) not null,
  toman_value numeric(38, 0) not null,
  primary key (inviter_id, asset)
) with (fillfactor = 70);
create table referral_sums (
  inviter_id uuid not null,
  invitee_id uuid not null,
  toman_value numeric(38, 0) not null,
  primary key (inviter_id, invitee_id)
) with (fillfactor = 70);
