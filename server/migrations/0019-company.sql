-- The store of a company: what it receives through its payment link, and what becomes of it.

-- A payment is a person's deposit or a shop's receipt, never both.
alter table payments
  alter column user_id drop not null,
  add column company_id uuid,
  add constraint payments_have_one_owner check (num_nonnulls(user_id, company_id) = 1);
create trigger payments_keep_company before update on payments for each row
  when (new.company_id is distinct from old.company_id) execute function refuse_payment_change();

-- What came in can't be taken out twice, whatever the writer believes.
alter table accounts add constraint receipts_not_negative check (balance >= 0 or kind <> 'receipts');

create table companies (
  id uuid primary key,
  user_id uuid not null unique references users,
  -- Where the receipts go at the end of each period; null: they wait for their owner.
  coin text,
  token_type text,
  address text,
  tag text not null default '',
  per_time text check (per_time in ('PER_DAY', 'PER_WEEK', 'PER_MONTH')),
  -- A change that was proved and isn't in force yet.
  next_coin text,
  next_token_type text,
  next_address text,
  next_tag text not null default '',
  next_from timestamptz,
  -- Up to which time receipts belong to a settlement, and when the running period ends.
  settled_until timestamptz not null,
  next_due_at timestamptz,
  paused_at timestamptz,
  blocked_at timestamptz,
  blocked_reason text,
  created_at timestamptz not null,
  check (num_nonnulls(coin, token_type, address, per_time, next_due_at) in (0, 5)),
  check (num_nonnulls(next_coin, next_token_type, next_address, next_from) in (0, 4))
);
create index companies_due on companies (next_due_at) where paused_at is null and blocked_at is null;
create index companies_changing on companies (next_from) where next_from is not null;
alter table payments add foreign key (company_id) references companies;

-- Sums that only the ledger writes, apart from the settings so that nobody's lock on those holds it up.
create table company_totals (
  company_id uuid primary key references companies,
  -- Toman, smallest units: all that ever came in, and what of it went back to payers.
  received numeric(38, 0) not null default 0,
  refunded numeric(38, 0) not null default 0
);

-- One row. Toman, smallest units.
create table company_limits (
  singleton boolean primary key default true check (singleton),
  min_payment numeric(38, 0) not null,
  -- What payers may begin to pay to one shop within 24 hours.
  shop_per_day numeric(38, 0) not null,
  -- Payments that one network address may begin within an hour.
  starts_per_hour int not null
);
insert into company_limits (min_payment, shop_per_day, starts_per_hour) values (10000000000, 2000000000000000, 60);

create table company_settlements (
  id uuid primary key,
  company_id uuid not null references companies,
  -- In the order in which they were made: each takes over what the one before left.
  number int not null,
  -- PERIOD is bought and sent; WALLET was taken to the owner's Toman wallet.
  kind text not null check (kind in ('PERIOD', 'WALLET')),
  -- Of a period that was too much for one purchase: 0, 1, …
  part int not null default 0,
  period_from timestamptz not null,
  period_to timestamptz not null,
  -- Toman that came in; from the settlement before, spent, left for the next.
  receipts numeric(38, 0) not null check (receipts >= 0),
  payments int not null,
  carried_in numeric(38, 0),
  spent numeric(38, 0),
  carried_out numeric(38, 0),
  -- Whether what is left is enough for another purchase at once.
  more boolean not null default false,
  last_received_at timestamptz,
  state text not null check (state in ('DUE', 'BOUGHT', 'SENT', 'DONE', 'CARRIED', 'MOVED', 'RETURNED')),
  -- As it was bought.
  coin text,
  token_type text,
  address text,
  tag text not null default '',
  amount numeric(38, 0),
  unit_price numeric(38, 0),
  fee numeric(38, 0),
  order_id uuid,
  bought_at timestamptz,
  withdrawal_id uuid unique,
  -- Why it waits, since when it was told, when it is tried again.
  wait_reason text,
  told boolean not null default false,
  tries int not null default 0,
  next_try_at timestamptz,
  created_at timestamptz not null,
  done_at timestamptz,
  unique (company_id, number),
  check (state in ('DUE', 'CARRIED', 'MOVED') or num_nonnulls(coin, token_type, address, amount, unit_price, fee, order_id) = 7),
  check (state = 'DUE' or num_nonnulls(carried_in, spent, carried_out) = 3),
  check (state = 'DUE' or carried_in + receipts = spent + carried_out)
);
-- Each period once.
create unique index company_settlements_of_period on company_settlements (company_id, period_to, part) where kind = 'PERIOD';
create index company_settlements_to_do on company_settlements (next_try_at) where state in ('DUE', 'BOUGHT');
create index company_settlements_untold on company_settlements (id) where state = 'CARRIED' and not told;
create index company_settlements_more on company_settlements (company_id) where more;
create index company_settlements_sent on company_settlements (id) where state = 'SENT';

create function refuse_settlement_change() returns trigger language plpgsql as $$
begin
  raise exception 'settlement %: what was settled stays', old.id using errcode = 'insufficient_privilege';
end $$;
create trigger company_settlements_keep before update on company_settlements for each row
  when ((new.id, new.company_id, new.number, new.period_from, new.period_to, new.receipts)
      is distinct from (old.id, old.company_id, old.number, old.period_from, old.period_to, old.receipts)
    or (old.state <> 'DUE' and (new.kind, new.carried_in, new.spent, new.carried_out, new.coin, new.token_type, new.amount,
      new.unit_price, new.fee, new.order_id) is distinct from (old.kind, old.carried_in, old.spent, old.carried_out, old.coin, old.token_type, old.amount,
      old.unit_price, old.fee, old.order_id))
    or (old.state <> 'DUE' and new.state = 'DUE'))
  execute function refuse_settlement_change();
create trigger company_settlements_stay before delete or truncate on company_settlements
  for each statement execute function refuse_change();

-- What a shop asks somebody to pay: once, of a fixed amount.
create table company_requests (
  id uuid primary key,
  company_id uuid not null references companies,
  order_number text not null,
  amount numeric(38, 0) not null check (amount > 0),
  description text not null,
  expires_at timestamptz not null,
  state text not null check (state in ('OPEN', 'PAID', 'CANCELLED')),
  -- The payment that fulfilled it; another one of the same request is the payer's mistake.
  payment_id uuid,
  paid_at timestamptz,
  by_key boolean not null,
  created_at timestamptz not null,
  unique (company_id, order_number),
  check ((state = 'PAID') = (payment_id is not null))
);
create index company_requests_of_company on company_requests (company_id, id);

create table company_refunds (
  id uuid primary key,
  company_id uuid not null references companies,
  payment_id uuid not null references payments,
  -- Where the money lies: in the shop's receipts, or in suspense (another card paid).
  source text not null check (source in ('RECEIPTS', 'SUSPENSE')),
  amount numeric(38, 0) not null check (amount > 0),
  reason text not null,
  state text not null check (state in ('ASKED', 'PAID', 'CANCELLED')),
  asked_by uuid not null,
  decided_by uuid,
  -- The bank's, of the transfer to the payer's card.
  reference text,
  created_at timestamptz not null,
  decided_at timestamptz,
  check (state <> 'PAID' or (reference is not null and decided_by <> asked_by))
);
create unique index company_refunds_once on company_refunds (payment_id) where state <> 'CANCELLED';
create index company_refunds_waiting on company_refunds (id) where state = 'ASKED';

create table company_payments (
  payment_id uuid primary key references payments,
  company_id uuid not null references companies,
  -- Toman, smallest units.
  amount numeric(38, 0) not null check (amount > 0),
  description text not null,
  request_id uuid references company_requests,
  -- Keyed digests, to count by.
  card_digest bytea not null,
  ip_digest bytea not null,
  created_at timestamptz not null,
  -- Written by the ledger with the money.
  received_at timestamptz,
  settlement_id uuid references company_settlements,
  refund_id uuid references company_refunds
);
create index company_payments_of_company on company_payments (company_id, payment_id);
create index company_payments_of_settlement on company_payments (settlement_id, payment_id) where settlement_id is not null;
create index company_payments_of_request on company_payments (request_id) where request_id is not null;
create index company_payments_by_shop on company_payments (company_id, created_at);
create index company_payments_by_card on company_payments (card_digest, created_at);
create index company_payments_by_ip on company_payments (ip_digest, created_at);
create index company_payments_unsettled on company_payments (company_id, received_at)
  where received_at is not null and settlement_id is null;

-- A receipt belongs to one settlement for good, and to none once it goes back to its payer.
create function refuse_receipt_change() returns trigger language plpgsql as $$
begin
  raise exception 'payment %: where a receipt went stays', old.payment_id using errcode = 'insufficient_privilege';
end $$;
create trigger company_payments_keep before update on company_payments for each row
  when ((old.settlement_id is not null and new.settlement_id is distinct from old.settlement_id)
    or (new.settlement_id is not null and new.refund_id is not null)
    or (old.received_at is not null and new.received_at is distinct from old.received_at)
    or (new.payment_id, new.company_id, new.amount, new.request_id)
      is distinct from (old.payment_id, old.company_id, old.amount, old.request_id))
  execute function refuse_receipt_change();
create trigger company_payments_stay before delete or truncate on company_payments
  for each statement execute function refuse_change();

-- Keys of programs: what they may do is ask for payments and read.
create table company_keys (
  id uuid primary key,
  company_id uuid not null references companies,
  label text not null,
  digest bytea not null unique,
  -- Its last four characters, to know it again.
  tail text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index company_keys_of_company on company_keys (company_id, id);

create table company_webhooks (
  company_id uuid primary key references companies,
  url text not null,
  secret_encrypted bytea not null,
  changed_at timestamptz not null
);

-- What a shop's own program is told: written with what it tells of, delivered afterwards.
create table company_events (
  id uuid primary key,
  company_id uuid not null references companies,
  kind text not null check (kind in ('payment.paid', 'payment.refunded', 'settlement.sent')),
  body jsonb not null,
  created_at timestamptz not null,
  -- Null: nobody wants to hear it, or it was delivered or given up.
  next_try_at timestamptz,
  tries int not null default 0,
  delivered_at timestamptz,
  given_up_at timestamptz,
  -- Of the last try: HTTP status, or why there was none, and the beginning of the answer.
  last_status int,
  last_answer text
);
create index company_events_of_company on company_events (company_id, id);
create index company_events_due on company_events (next_try_at) where next_try_at is not null;
