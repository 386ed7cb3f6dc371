-- Stores of companies: payment requests, receipts, refunds, settlements, keys of their programs, and webhooks.

create table companies (
  id uuid primary key,
  user_id uuid not null unique references users,
  coin text,
  token_type text,
  address text,
  tag text not null default '',
  per_time text check (per_time in ('PER_DAY', 'PER_WEEK', 'PER_MONTH')),
  next_coin text,
  next_token_type text,
  next_address text,
  next_tag text not null default '',
  next_from timestamptz,
  settled_until timestamptz not null,
  next_due_at timestamptz,
  paused_at timestamptz,
  blocked_at timestamptz,
  blocked_reason text,
  created_at timestamptz not null,
  approval_above numeric(38, 0) check (approval_above >= 0),
  check (num_nonnulls(coin, token_type, address, per_time, next_due_at) in (0, 5)),
  check (num_nonnulls(next_coin, next_token_type, next_address, next_from) in (0, 4))
);
comment on table companies is
  'The store of a company account, and where its receipts are settled. Its owner edits the settings; staff may block it.';
comment on column companies.user_id is 'The company''s account; each has one store.';
comment on column companies.coin is
  'The coin into which receipts are changed at the end of each period; null, as are token_type, address, per_time and '
  'next_due_at: receipts wait for their owner.';
comment on column companies.per_time is 'The length of a period.';
comment on column companies.next_coin is
  'With the other next_ columns, a change of the destination that was confirmed and is not in force yet; null: none.';
comment on column companies.next_from is
  'When that change comes into force: a day after it was confirmed, so that the owner can stop an attacker''s change.';
comment on column companies.settled_until is 'Receipts before this time belong to a settlement.';
comment on column companies.next_due_at is 'When the current period ends.';
comment on column companies.paused_at is 'When the owner stopped the settlements of periods; null: they run.';
comment on column companies.blocked_at is 'When staff blocked the store; null: it is open.';
comment on column companies.approval_above is
  'Instructions by API key of more Toman than this (smallest units) wait for the owner, as do refunds that exceed it together '
  'with the refunds of the same day in Tehran that did not wait; 0: all instructions wait; null: none.';
create index companies_due on companies (next_due_at) where paused_at is null and blocked_at is null;
create index companies_changing on companies (next_from) where next_from is not null;

alter table payments add foreign key (company_id) references companies;

create table company_totals (
  company_id uuid primary key references companies,
  received numeric(38, 0) not null default 0,
  refunded numeric(38, 0) not null default 0
);
comment on table company_totals is
  'Sums of each store, written by the ledger; separate from the settings, so that no lock on those delays it.';
comment on column company_totals.received is 'All payments ever received, in smallest units of Toman.';
comment on column company_totals.refunded is 'What of it was refunded to payers, in smallest units of Toman.';

create table company_limits (
  singleton boolean primary key default true check (singleton),
  min_payment numeric(38, 0) not null,
  shop_per_day numeric(38, 0) not null,
  starts_per_hour int not null,
  version int not null default 1
);
comment on table company_limits is 'One row of limits on payments to stores; staff edits it.';
comment on column company_limits.singleton is 'Always true: there is one row.';
comment on column company_limits.min_payment is 'Smallest units of Toman, as is shop_per_day.';
comment on column company_limits.shop_per_day is 'The maximum that payers may start to pay to one store within 24 hours.';
comment on column company_limits.starts_per_hour is 'Payments that one network address may start within an hour.';
comment on column company_limits.version is 'Incremented by every change, so that a change based on an older version is refused.';
create trigger next_version before update on company_limits for each row execute function next_version();

insert into company_limits (min_payment, shop_per_day, starts_per_hour) values (10000000000, 2000000000000000, 60);

-- Refuses a change of the terms of a settlement.
create function refuse_settlement_change() returns trigger language plpgsql as $$
begin
  raise exception 'settlement %: its terms can not be changed', old.id using errcode = 'insufficient_privilege';
end $$;

create table company_settlements (
  id uuid primary key,
  company_id uuid not null references companies,
  number int not null,
  kind text not null check (kind in ('PERIOD', 'WALLET')),
  part int not null default 0,
  period_from timestamptz not null,
  period_to timestamptz not null,
  receipts numeric(38, 0) not null check (receipts >= 0),
  payments int not null,
  carried_in numeric(38, 0),
  spent numeric(38, 0),
  carried_out numeric(38, 0),
  more boolean not null default false,
  last_received_at timestamptz,
  state text not null check (state in ('DUE', 'BOUGHT', 'SENT', 'DONE', 'CARRIED', 'MOVED', 'RETURNED')),
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
comment on table company_settlements is
  'Receipts of a store that are settled together, and the outcome. Amounts are smallest units of Toman unless said otherwise.';
comment on column company_settlements.number is
  'The order in which a store''s settlements were made: each takes over what the previous one left.';
comment on column company_settlements.kind is
  'PERIOD: coins are bought and sent to the store''s address. WALLET: moved to the owner''s Toman wallet.';
comment on column company_settlements.part is 'The number, from 0, of its part of a period that was too much for one purchase.';
comment on column company_settlements.receipts is 'What was received in its period.';
comment on column company_settlements.payments is 'How many payments these are.';
comment on column company_settlements.carried_in is 'What the previous settlement left; null while DUE.';
comment on column company_settlements.spent is 'What was spent or moved; null while DUE.';
comment on column company_settlements.carried_out is
  'What is left for the next one; carried_in + receipts = spent + carried_out.';
comment on column company_settlements.more is 'The remainder is enough for another purchase immediately.';
comment on column company_settlements.state is
  'DUE: waits to be executed. BOUGHT: the coins are bought. SENT: their withdrawal exists. DONE: they arrived. CARRIED: too '
  'little, all of it is carried to the next one. MOVED: in the owner''s Toman wallet. RETURNED: the coins are in the owner''s '
  'wallet instead of at their address.';
comment on column company_settlements.coin is 'This and the columns up to fee are as of the purchase.';
comment on column company_settlements.amount is 'What was bought, in smallest units of the coin.';
comment on column company_settlements.unit_price is 'Smallest units of Toman for one whole coin.';
comment on column company_settlements.fee is 'The trade''s fee, in smallest units of Toman.';
comment on column company_settlements.order_id is 'The quick trade that bought the coins.';
comment on column company_settlements.withdrawal_id is 'The withdrawal that sends them; null: none yet.';
comment on column company_settlements.wait_reason is 'Why it waits, as an error code; null: there is no obstacle.';
comment on column company_settlements.told is 'Its owner was notified that it waits or is carried over.';
comment on column company_settlements.tries is 'How many attempts have failed.';
comment on column company_settlements.next_try_at is 'When it is tried again.';
-- One settlement for each period.
create unique index company_settlements_of_period on company_settlements (company_id, period_to, part) where kind = 'PERIOD';
create index company_settlements_to_do on company_settlements (next_try_at) where state in ('DUE', 'BOUGHT');
create index company_settlements_untold on company_settlements (id) where state = 'CARRIED' and not told;
create index company_settlements_more on company_settlements (company_id) where more;
create index company_settlements_sent on company_settlements (id) where state = 'SENT';
-- The balance of a store is calculated from its due settlements on each visit of its owner.
create index company_settlements_due on company_settlements (company_id) where state = 'DUE';
create trigger company_settlements_keep_terms before update on company_settlements for each row
  when ((new.id, new.company_id, new.number, new.period_from, new.period_to, new.receipts)
      is distinct from (old.id, old.company_id, old.number, old.period_from, old.period_to, old.receipts)
    or (old.state <> 'DUE' and (new.kind, new.carried_in, new.spent, new.carried_out, new.coin, new.token_type, new.amount,
      new.unit_price, new.fee, new.order_id)
      is distinct from (old.kind, old.carried_in, old.spent, old.carried_out, old.coin, old.token_type, old.amount,
        old.unit_price, old.fee, old.order_id))
    or (old.state <> 'DUE' and new.state = 'DUE'))
  execute function refuse_settlement_change();
create trigger company_settlements_no_delete before delete or truncate on company_settlements
  for each statement execute function refuse_change();

create table company_requests (
  id uuid primary key,
  company_id uuid not null references companies,
  order_number text not null,
  amount numeric(38, 0) not null check (amount > 0),
  description text not null,
  expires_at timestamptz not null,
  state text not null check (state in ('OPEN', 'PAID', 'CANCELLED')),
  payment_id uuid,
  paid_at timestamptz,
  by_key boolean not null,
  created_at timestamptz not null,
  return_url text,
  metadata jsonb not null default '{}',
  unique (company_id, order_number),
  check ((state = 'PAID') = (payment_id is not null))
);
comment on table company_requests is 'Payment requests of a store: each for a fixed amount, which is paid once.';
comment on column company_requests.order_number is 'The store''s own number, unique within the store.';
comment on column company_requests.amount is 'Smallest units of Toman.';
comment on column company_requests.state is 'OPEN: can be paid until expires_at. PAID. CANCELLED: by the store.';
comment on column company_requests.payment_id is
  'The payment that fulfilled it. Any other payment of the same request is the payer''s mistake.';
comment on column company_requests.by_key is 'Whether a program created it with an API key, not the store''s page.';
comment on column company_requests.return_url is 'The page to which its payer returns, as set by the store''s program; null: none.';
comment on column company_requests.metadata is
  'JSON of the store''s own names and texts (at most 50, of 40 and 500 characters, 8,000 in all): returned to the store, never '
  'shown to payers.';
create index company_requests_of_company on company_requests (company_id, id);

create table company_refunds (
  id uuid primary key,
  company_id uuid not null references companies,
  payment_id uuid not null references payments,
  source text not null check (source in ('RECEIPTS', 'SUSPENSE')),
  amount numeric(38, 0) not null check (amount > 0),
  reason text not null,
  state text not null check (state in ('ASKED', 'PAID', 'CANCELLED')),
  asked_by uuid not null,
  decided_by uuid,
  reference text,
  created_at timestamptz not null,
  decided_at timestamptz,
  check (state <> 'PAID' or (reference is not null and decided_by <> asked_by))
);
comment on table company_refunds is
  'Payments that staff refunds to their payers by bank transfer; one staff member requests it, another decides.';
comment on column company_refunds.source is
  'RECEIPTS: the money is in the store''s receipts. SUSPENSE: in the house''s suspense account, because a card other than the '
  'agreed one had paid.';
comment on column company_refunds.amount is 'Smallest units of Toman.';
comment on column company_refunds.state is
  'ASKED: waits for the second staff member. PAID: the transfer was made. CANCELLED: it was not.';
comment on column company_refunds.reference is
  'The bank''s reference of the transfer to the payer''s card; null until it was paid.';
create unique index company_refunds_once on company_refunds (payment_id) where state <> 'CANCELLED';
create index company_refunds_waiting on company_refunds (id) where state = 'ASKED';

-- Refuses to move a receipt: it belongs to one settlement permanently, and to none once it is refunded.
create function refuse_receipt_change() returns trigger language plpgsql as $$
begin
  raise exception 'payment %: its settlement or refund can not be changed', old.payment_id using errcode = 'insufficient_privilege';
end $$;

create table company_payments (
  payment_id uuid primary key references payments,
  company_id uuid not null references companies,
  amount numeric(38, 0) not null check (amount > 0),
  description text not null,
  request_id uuid references company_requests,
  card_digest bytea not null,
  ip_digest bytea not null,
  created_at timestamptz not null,
  received_at timestamptz,
  settlement_id uuid references company_settlements,
  refund_id uuid references company_refunds
);
comment on table company_payments is 'Payments to stores: further columns of the rows of payments that pay a company.';
comment on column company_payments.amount is 'Smallest units of Toman.';
comment on column company_payments.request_id is 'The payment request that it pays; null: paid through the store''s open link.';
comment on column company_payments.card_digest is 'Keyed digest of the payer''s card, by which payments are counted.';
comment on column company_payments.ip_digest is 'Keyed digest of the payer''s network address, by which payments are counted.';
comment on column company_payments.received_at is
  'When the money reached the store''s receipts, written by the ledger with it; null: not paid.';
comment on column company_payments.settlement_id is 'The settlement that it belongs to permanently; null: not settled.';
comment on column company_payments.refund_id is 'The refund that removed it from the receipts; null: none.';
create index company_payments_of_company on company_payments (company_id, payment_id);
create index company_payments_of_settlement on company_payments (settlement_id, payment_id) where settlement_id is not null;
create index company_payments_of_request on company_payments (request_id) where request_id is not null;
create index company_payments_by_shop on company_payments (company_id, created_at);
create index company_payments_by_card on company_payments (card_digest, created_at);
create index company_payments_by_ip on company_payments (ip_digest, created_at);
create index company_payments_unsettled on company_payments (company_id, received_at)
  where received_at is not null and settlement_id is null;
create trigger company_payments_keep_receipt before update on company_payments for each row
  when ((old.settlement_id is not null and new.settlement_id is distinct from old.settlement_id)
    or (new.settlement_id is not null and new.refund_id is not null)
    or (old.received_at is not null and new.received_at is distinct from old.received_at)
    or (new.payment_id, new.company_id, new.amount, new.request_id)
      is distinct from (old.payment_id, old.company_id, old.amount, old.request_id))
  execute function refuse_receipt_change();
create trigger company_payments_no_delete before delete or truncate on company_payments
  for each statement execute function refuse_change();

create table company_keys (
  id uuid primary key,
  company_id uuid not null references companies,
  label text not null,
  digest bytea not null unique,
  tail text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  permissions text[] not null default '{}' check (permissions <@ array['REFUND', 'SETTLE'])
);
comment on table company_keys is 'API keys of a store''s programs: they may create payment requests and read.';
comment on column company_keys.digest is 'SHA-256 of the key, which is shown once and not stored.';
comment on column company_keys.tail is 'The key''s last four characters, by which its owner recognises it.';
comment on column company_keys.revoked_at is 'Null: it is in force.';
comment on column company_keys.permissions is
  'What else the owner has allowed it with their second factor: REFUND, SETTLE. Every key may create payment requests and read.';
create index company_keys_of_company on company_keys (company_id, id);

create table company_instructions (
  id uuid primary key,
  company_id uuid not null references companies,
  key_id uuid not null references company_keys,
  kind text not null check (kind in ('REFUND', 'SETTLE')),
  payment_id uuid references payments,
  amount numeric(38, 0) not null check (amount >= 0),
  reason text not null,
  idempotency_key text not null,
  request_digest text not null,
  state text not null check (state in ('WAITING', 'DONE', 'REFUSED', 'EXPIRED', 'FAILED')),
  failure text,
  refund_id uuid references company_refunds,
  settlement_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  unique (company_id, idempotency_key),
  check ((kind = 'REFUND') = (payment_id is not null)),
  check ((state = 'FAILED') = (failure is not null)),
  check ((refund_id is not null) = (kind = 'REFUND' and state = 'DONE')),
  check (state <> 'WAITING' or expires_at is not null)
);
comment on table company_instructions is
  'Requests of a store''s program by API key to move money: to refund a payment, or to move receipts to the wallet.';
comment on column company_instructions.kind is
  'REFUND: a payment is refunded to its payer. SETTLE: receipts are moved to the owner''s Toman wallet.';
comment on column company_instructions.amount is
  'Toman, smallest units: the payment''s, or the receipts when it was requested (DONE: what was moved).';
comment on column company_instructions.idempotency_key is
  'The program''s own key: a request with the same key is the same instruction.';
comment on column company_instructions.request_digest is
  'Digest of the request that came with the key, so that another request isn''t taken for a repetition.';
comment on column company_instructions.state is
  'WAITING: for the owner. DONE: executed. REFUSED: by the owner, or because its key was revoked. EXPIRED: not decided in time. '
  'FAILED: approved, and no longer possible.';
comment on column company_instructions.failure is 'The error code of an approved instruction that could not be executed.';
comment on column company_instructions.expires_at is 'Until when the owner may decide; null: no decision was needed.';
comment on column company_instructions.decided_by is 'Who approved or refused it; null: undecided, or no decision was needed.';
create index company_instructions_of_company on company_instructions (company_id, id);
create index company_instructions_of_key on company_instructions (key_id) where state = 'WAITING';
create index company_instructions_waiting on company_instructions (expires_at) where state = 'WAITING';
-- At most one instruction waits for each payment, and one for the receipts.
create unique index company_instructions_of_payment on company_instructions (payment_id)
  where state = 'WAITING' and kind = 'REFUND';
create unique index company_instructions_of_receipts on company_instructions (company_id)
  where state = 'WAITING' and kind = 'SETTLE';
create unique index company_instructions_of_refund on company_instructions (refund_id) where refund_id is not null;
-- Refunds by programs without approval, summed per day.
create index company_instructions_of_day on company_instructions (company_id, created_at) include (amount)
  where kind = 'REFUND' and state = 'DONE' and expires_at is null;

create table company_webhooks (
  company_id uuid primary key references companies,
  url text not null,
  secret_encrypted bytea not null,
  changed_at timestamptz not null,
  old_secret_encrypted bytea,
  old_secret_until timestamptz,
  constraint company_webhooks_old_secret check ((old_secret_encrypted is null) = (old_secret_until is null))
);
comment on table company_webhooks is 'Where a store is notified of payments and settlements.';
comment on column company_webhooks.secret_encrypted is
  'The secret its messages are signed with, encrypted under a key derived from SECRET_KEY.';
comment on column company_webhooks.old_secret_encrypted is
  'The previous secret, encrypted under a key derived from SECRET_KEY; messages are signed with both until old_secret_until.';
create index company_webhooks_old_secrets on company_webhooks (old_secret_until) where old_secret_until is not null;

create table company_events (
  id uuid primary key,
  company_id uuid not null references companies,
  kind text not null check (kind in ('payment.paid', 'payment.refunded', 'refund.cancelled', 'settlement.sent',
    'instruction.done', 'instruction.refused', 'instruction.expired', 'instruction.failed', 'webhook.test')),
  body jsonb not null,
  created_at timestamptz not null,
  next_try_at timestamptz,
  tries int not null default 0,
  delivered_at timestamptz,
  given_up_at timestamptz,
  last_status int,
  last_answer text
);
comment on table company_events is
  'Notifications to a store''s own program by webhook: written in the transaction of the event, delivered afterwards.';
comment on column company_events.body is
  'JSON with the id of the payment or settlement; the message itself is made when it is sent.';
comment on column company_events.next_try_at is
  'When it is tried next; null: no webhook is set, or it was delivered or given up.';
comment on column company_events.last_status is 'HTTP status of the last attempt; null: there was no reply, or no attempt.';
comment on column company_events.last_answer is 'The beginning of the last reply, or why there was none.';
create index company_events_of_company on company_events (company_id, id);
create index company_events_due on company_events (next_try_at) where next_try_at is not null;

create table company_deliveries (
  id uuid primary key,
  event_id uuid not null references company_events,
  at timestamptz not null,
  status int,
  answer text not null,
  took_ms int not null check (took_ms >= 0)
);
comment on table company_deliveries is 'Attempts to notify a store''s program of an event; the newest thirty of each event.';
comment on column company_deliveries.status is 'HTTP status of the reply; null: there was none.';
comment on column company_deliveries.answer is 'The beginning of the reply, or why there was none.';
create index company_deliveries_of_event on company_deliveries (event_id, id);

create table company_logos (
  company_id uuid primary key references companies,
  png bytea,
  version int not null,
  changed_at timestamptz not null
);
comment on table company_logos is 'The logos of stores, shown to payers beside the name.';
comment on column company_logos.png is
  'Re-encoded from the upload, at most 512 pixels a side. Public. Null: removed.';
comment on column company_logos.version is 'Incremented with each picture of a store, so that each has its own address.';
