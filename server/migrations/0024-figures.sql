-- The figures of the business by day of Asia/Tehran, kept as things happen; and limits of single people.

-- How far transfers are folded into daily_sums: their ids have no gaps and become visible in order.
create table figures_head (
  singleton boolean primary key default true check (singleton),
  transfer_id bigint not null,
  -- When a fold last found nothing left to do.
  folded_at timestamptz,
  -- Days from this one on are counted anew into daily_figures; null: none ever was.
  day date
);
insert into figures_head (transfer_id) values (0);

-- What was earned, shared, came and went.
create table daily_sums (
  day date not null,
  -- STORE: what payers paid to shops.
  kind text not null check (kind in ('FEE', 'REFERRAL', 'DEPOSIT', 'WITHDRAWAL', 'STORE')),
  -- Of fees and shares: what they were for. OTC: quick trades; P2P: orders of the book.
  source text not null check (source in ('OTC', 'P2P', 'WITHDRAWAL', '')),
  -- Of a market: its coin; its quote is the asset.
  coin text not null,
  asset text not null,
  -- Smallest units of the asset, and what of it went back.
  amount numeric(38, 0) not null,
  returned numeric(38, 0) not null,
  -- Of amount less returned, at the prices of the minute.
  toman_value numeric(38, 0) not null,
  entries bigint not null,
  primary key (day, kind, source, coin, asset)
) with (fillfactor = 70);

-- Trades and their worth in Toman; folded with trade_totals.
create table daily_trades (
  day date not null,
  source text not null check (source in ('OTC', 'P2P')),
  trades bigint not null,
  toman_value numeric(38, 0) not null,
  primary key (day, source)
) with (fillfactor = 70);
insert into daily_trades (day, source, trades, toman_value)
  select (o.created_at at time zone 'Asia/Tehran')::date, 'OTC', count(*), sum(o.toman_value)
  from orders o, trade_totals t where o.sequence is null and o.created_at < t.folded_until group by 1
  union all
  select (f.created_at at time zone 'Asia/Tehran')::date, 'P2P', count(*), sum(f.toman_value)
  from fills f, trade_totals t where f.created_at < t.folded_until group by 1;

-- Who traded in a month, once; `month` is its first day, in the calendar of a language.
create table monthly_traders (
  calendar text not null check (calendar in ('fa', 'en')),
  month date not null,
  user_id uuid not null,
  primary key (calendar, month, user_id)
);

-- People of a day, and how things stood at its end: the last look of the day stays. Null: nobody looked.
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

-- When somebody was first authorised, whoever did it.
alter table users add column authorized_at timestamptz;
update users u set authorized_at = a.at
  from (select subject_id, min(at) as at from audit_log where action = 'verification approved' group by subject_id) a
  where a.subject_id = u.id;
create function note_authorization() returns trigger language plpgsql as $$
begin
  new.authorized_at := now();
  return new;
end $$;
create trigger users_note_authorization before insert or update on users for each row
  when (new.authentication_type = 'AUTHORIZED' and new.authorized_at is null) execute function note_authorization();
create index users_authorized on users (authorized_at) where authorized_at is not null;
create index users_by_time on users (created_at);

-- Lists of the staff desk, newest first.
create index users_in_state on users (authentication_type, id);
create index users_of_level on users (level, id) where level <> 'BRONZE';
create index users_of_kind on users (customer_kind, id) where customer_kind is not null;
create index users_of_country on users (country_name, id) where country_name is not null;
create index users_blocked on users (id) where blocked_at is not null;

-- Toman worth that one person may let out, instead of what their level allows, until a time.
create table withdrawal_person_limits (
  user_id uuid primary key references users,
  per_day numeric(38, 0) not null check (per_day >= 0),
  per_month numeric(38, 0) not null check (per_month >= per_day),
  until timestamptz not null,
  reason text not null,
  set_by uuid not null references users,
  set_at timestamptz not null
);
