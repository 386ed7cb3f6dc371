-- Toman in and out: dated rules, payments by gateway and their refunds, identified bank deposits, daily batches of payouts,
-- settlements of gateways, and statements of our own bank accounts.

create table rules (
  id uuid primary key,
  valid_from timestamptz not null,
  body jsonb not null,
  reason text not null,
  set_by uuid,
  created_at timestamptz not null default now()
);
comment on table rules is
  'Rules of the authorities and our own, each valid from a time on; the newest that is valid applies. Append-only.';
comment on column rules.body is
  'JSON in the shape of the contract RuleSet: limits of deposits, the hold after them, caps on stablecoins, trading hours.';
comment on column rules.set_by is 'The admin who set them; null: the initial rules.';
create index rules_by_time on rules (valid_from desc, id desc);
create trigger rules_append_only before update or delete or truncate on rules
  for each statement execute function refuse_change();

insert into rules (id, valid_from, reason, body) values
  ('01930000-0000-7000-8000-000000000001', '2025-01-01T00:00:00Z', 'first rules',
  '{"tomanDepositPerDay":"25000000","identifiedDepositPerDay":"200000000","depositHoldHours":0,
    "stablecoinPerYear":null,"stablecoinHolding":null,"tradingHours":null}');

-- Refuses a change of the terms of a payment.
create function refuse_payment_change() returns trigger language plpgsql as $$
begin
  raise exception 'payment %: settled and agreed terms can not be changed', old.id
    using errcode = 'insufficient_privilege';
end $$;

-- Refuses a change of a settled payment, unless two staff members decided to credit an uncredited one.
create function check_settled_payment() returns trigger language plpgsql as $$
declare
  changes constant text[] := array['state', 'reason', 'untold'];
begin
  if old.state = 'FAILED' and new.state = 'PAID' and to_jsonb(new) - changes = to_jsonb(old) - changes
    and exists (select from payment_refunds where payment_id = old.id and way = 'CREDIT' and state in ('RELEASED', 'CREDITED'))
  then
    return new;
  end if;
  raise exception 'payment %: settled and agreed terms can not be changed', old.id using errcode = 'insufficient_privilege';
end $$;

create table payments (
  id uuid primary key,
  user_id uuid,
  gateway text not null,
  amount numeric(38, 0) not null check (amount > 0),
  state text not null check (state in ('CREATED', 'PENDING', 'PAID', 'FAILED')),
  card_masked text not null,
  card_digest bytea not null,
  callback_url text not null,
  idempotency_key text,
  authority text,
  redirect_url text,
  reason text,
  reference text,
  paid_card text,
  created_at timestamptz not null,
  settled_at timestamptz,
  next_check_at timestamptz,
  checks int not null default 0,
  company_id uuid,
  returned_at timestamptz,
  dropped_at timestamptz,
  confirmed_at timestamptz,
  untold boolean not null default false,
  paid_card_digest text,
  unique (gateway, authority),
  check (state <> 'PAID' or settled_at is not null),
  check (state = 'FAILED' or reason is null),
  constraint payments_have_one_owner check (num_nonnulls(user_id, company_id) = 1)
);
comment on table payments is
  'Toman payments through bank gateways, a person''s deposit or a payment to a store. What the payer''s browser brings back from '
  'a gateway is only a hint; money moves once the gateway has confirmed it from server to server.';
comment on column payments.user_id is 'Whose deposit it is; null: it pays a store.';
comment on column payments.amount is 'Smallest units of Toman.';
comment on column payments.state is
  'CREATED: not known to the gateway yet. PENDING: the payer is at the bank. PAID: the money is credited. FAILED: it was not; '
  'it may still become PAID.';
comment on column payments.card_masked is 'The card that has to pay.';
comment on column payments.card_digest is 'Keyed digest of the card number''s SHA-256; the number is not stored here.';
comment on column payments.idempotency_key is
  'The key of the request that made it, so that the key can be used again if the payment is never made; null: it came without '
  'one.';
comment on column payments.authority is 'The gateway''s id of the payment; null: the gateway has not accepted it.';
comment on column payments.redirect_url is 'The gateway''s page; null: the gateway has not accepted it.';
comment on column payments.reason is
  'Why it failed; null: it did not. CARD_MISMATCH and DAILY_LIMIT: the bank has paid, and the money is in suspense.';
comment on column payments.reference is 'The bank''s reference number, reported when it was paid.';
comment on column payments.paid_card is 'The card that paid, as the gateway reported it.';
comment on column payments.settled_at is
  'When the ledger moved the money, to its owner or to suspense; set once. Null: it has not.';
comment on column payments.next_check_at is 'When the gateway is next asked for its state; null: never.';
comment on column payments.checks is 'How often the gateway was asked since the last change; the pauses grow with it.';
comment on column payments.company_id is 'The store that is paid; null: a person''s deposit.';
comment on column payments.returned_at is 'When the payer first came back from the gateway; null: not yet.';
comment on column payments.dropped_at is 'When the payer gave it up on our own pages; null: they have not.';
comment on column payments.confirmed_at is
  'When a store''s payment that the gateway reported as paid was found to be within the limits; null: not yet.';
comment on column payments.untold is 'Whether the person is still to be notified that it was paid and not credited.';
comment on column payments.paid_card_digest is
  'Digest of the card that paid, as card_digest, in hexadecimal digits; null: the gateway reported no hash.';
create index payments_of_user on payments (user_id, id);
create index payments_to_check on payments (next_check_at) where next_check_at is not null;
-- Finds the last deposit, for the hold on coins after it.
create index payments_credited on payments (user_id, settled_at) where state = 'PAID';
create index payments_open on payments (user_id, id) where state in ('CREATED', 'PENDING');
create index payments_created on payments (created_at) where state = 'CREATED';
create index payments_by_number on payments ((right(replace(id::text, '-', ''), 15)));
create index payments_by_reference on payments (gateway, reference) where reference is not null;
create index payments_settled on payments (gateway, settled_at) where settled_at is not null;
create index payments_suspended on payments (settled_at, id) where state = 'FAILED' and settled_at is not null;
create index payments_untold on payments (id) where untold;
create trigger payments_no_delete before delete or truncate on payments
  for each statement execute function refuse_change();
create trigger payments_keep_company before update on payments for each row
  when (new.company_id is distinct from old.company_id) execute function refuse_payment_change();
create trigger payments_settle_once before update on payments for each row
  when (old.settled_at is not null and to_jsonb(new) - 'untold' is distinct from to_jsonb(old) - 'untold')
  execute function check_settled_payment();
create trigger payments_keep_agreed before update on payments for each row
  when (new.id is distinct from old.id or new.user_id is distinct from old.user_id or new.gateway is distinct from old.gateway
    or new.amount is distinct from old.amount or new.card_digest is distinct from old.card_digest
    or new.created_at is distinct from old.created_at
    or old.authority is not null and new.authority is distinct from old.authority)
  execute function refuse_payment_change();

create table deposit_locks (
  user_id uuid primary key
);
comment on table deposit_locks is 'A row per person, locked by the transaction that counts their deposits against the daily limit.';

create table payment_refunds (
  id uuid primary key,
  payment_id uuid not null references payments,
  user_id uuid not null,
  way text not null check (way in ('REFUND', 'CREDIT')),
  amount numeric(38, 0) not null check (amount > 0),
  sheba_encrypted bytea,
  sheba_masked text,
  payee text,
  own boolean not null,
  reason text not null,
  state text not null check (state in ('PROPOSED', 'CANCELLED', 'RELEASED', 'BATCHED', 'PAID', 'RETURNED', 'CREDITED')),
  proposed_by uuid not null,
  created_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  settled_at timestamptz,
  back_reason text,
  untold boolean not null default false,
  check (num_nulls(sheba_encrypted, sheba_masked, payee) = case way when 'REFUND' then 0 else 3 end),
  check (case way when 'REFUND' then state <> 'CREDITED' else state in ('PROPOSED', 'CANCELLED', 'RELEASED', 'CREDITED') end),
  check ((decided_by is null) = (state = 'PROPOSED') and (decided_at is null) = (state = 'PROPOSED')),
  check (state in ('PROPOSED', 'CANCELLED') or decided_by <> proposed_by),
  check (proposed_by <> user_id and decided_by <> user_id),
  check ((settled_at is not null) = (state in ('PAID', 'RETURNED', 'CREDITED')))
);
comment on table payment_refunds is
  'Decisions of staff about payments of people that were paid and not credited: one staff member proposes, another releases.';
comment on column payment_refunds.user_id is 'The person whose deposit the payment was meant to be.';
comment on column payment_refunds.way is
  'REFUND: in a day''s payout, to the account of the card that paid. CREDIT: to the person, since the card is their own after '
  'all.';
comment on column payment_refunds.amount is 'Smallest units of Toman: the whole payment.';
comment on column payment_refunds.sheba_encrypted is
  'The Sheba of the card that paid, encrypted under a key derived from SECRET_KEY; null: it is credited.';
comment on column payment_refunds.payee is 'The name of that account''s owner; null: it is credited.';
comment on column payment_refunds.own is 'Whether the card that paid is a verified card of the person.';
comment on column payment_refunds.state is
  'PROPOSED: waits for a second staff member. CANCELLED: not carried out. RELEASED: approved, and the money not moved yet. '
  'BATCHED: in a day''s payout. PAID: by the bank. RETURNED: the bank returned it, and the payment waits again. CREDITED: to the '
  'person.';
comment on column payment_refunds.settled_at is 'When the ledger last wrote its outcome; null: it has none.';
comment on column payment_refunds.back_reason is 'Why the bank returned it, as staff wrote it; null: it did not.';
comment on column payment_refunds.untold is 'Whether the person is still to be notified of the state.';
create unique index payment_refunds_once on payment_refunds (payment_id) where state not in ('CANCELLED', 'RETURNED');
create index payment_refunds_of on payment_refunds (payment_id);
create index payment_refunds_proposed on payment_refunds (id) where state = 'PROPOSED';
create index payment_refunds_released on payment_refunds (id) where state = 'RELEASED';
create index payment_refunds_untold on payment_refunds (id) where untold;
create trigger payment_refunds_keep_terms before update on payment_refunds for each row
  when ((new.id, new.payment_id, new.user_id, new.way, new.amount, new.payee, new.own, new.reason, new.proposed_by, new.created_at)
    is distinct from (old.id, old.payment_id, old.user_id, old.way, old.amount, old.payee, old.own, old.reason, old.proposed_by,
      old.created_at)
    or new.state <> old.state and old.state in ('CANCELLED', 'RETURNED', 'CREDITED')
    or old.decided_by is not null and new.decided_by is distinct from old.decided_by)
  execute function refuse_change();
create trigger payment_refunds_no_delete before delete or truncate on payment_refunds
  for each statement execute function refuse_change();

create table sandbox_bank_payments (
  authority text primary key,
  amount numeric(38, 0) not null,
  description text not null,
  callback_url text not null,
  card text not null,
  state text not null check (state in ('OPEN', 'PAID', 'CANCELLED')),
  paid_amount numeric(38, 0),
  paid_card text,
  reference text,
  verified boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table sandbox_bank_payments is 'Payments at the sandbox''s own bank. Only the sandbox''s provider reads them.';
comment on column sandbox_bank_payments.amount is 'Whole Toman, as is paid_amount.';
comment on column sandbox_bank_payments.state is 'OPEN: the payer has not decided. PAID and CANCELLED: what the payer did.';
comment on column sandbox_bank_payments.verified is 'Whether the server has verified the payment, as a real gateway requires.';

create table deposit_identifiers (
  user_id uuid primary key,
  identifier text not null unique
);
comment on table deposit_identifiers is 'The identifier by which a person''s bank transfers are recognised.';
comment on column deposit_identifiers.identifier is 'Twelve digits: a number of ten and two check digits (ISO 7064, MOD 97-10).';

create sequence deposit_identifier_numbers start 100001;

create table bank_deposits (
  id uuid primary key,
  reference text not null,
  identifier text not null,
  payer_masked text not null,
  payer_encrypted bytea not null,
  payer_index bytea not null,
  payer_name text not null,
  amount numeric(38, 0) not null check (amount > 0),
  paid_at timestamptz not null,
  paid_day date not null,
  state text not null check (state in ('NEW', 'MATCHED', 'UNMATCHED', 'PROPOSED', 'RETURNED')),
  reason text,
  user_id uuid,
  imported_by uuid not null,
  proposed_by uuid,
  decision text check (decision in ('CREDIT', 'RETURN')),
  decided_by uuid,
  created_at timestamptz not null,
  settled_at timestamptz,
  untold boolean not null default false,
  check (state <> 'PROPOSED' or (proposed_by is not null and user_id is not null)),
  check (state <> 'MATCHED' or (user_id is not null and settled_at is not null)),
  check ((decision is null) = (decided_by is null)),
  check (state <> 'MATCHED' or user_id <> imported_by or decision is not null),
  check (decision is distinct from 'CREDIT' or decided_by <> proposed_by)
);
comment on table bank_deposits is
  'Lines of our bank statement: transfers of Toman that people made with their deposit identifier. Staff imports them; each '
  'reference counts once.';
comment on column bank_deposits.reference is 'The bank''s reference of the line; unique without regard to case and spaces.';
comment on column bank_deposits.identifier is 'The deposit identifier that the payer entered, as it is in the statement.';
comment on column bank_deposits.payer_encrypted is 'The payer''s Sheba, encrypted under a key derived from SECRET_KEY.';
comment on column bank_deposits.payer_index is 'Keyed digest of the payer''s Sheba, by which its payments of a day are counted.';
comment on column bank_deposits.amount is 'Smallest units of Toman.';
comment on column bank_deposits.paid_day is 'The day of paid_at in Tehran.';
comment on column bank_deposits.state is
  'NEW: not in the ledger yet. MATCHED: credited to a person. UNMATCHED: in the house''s suspense, waits for staff. PROPOSED: '
  'also in suspense; a staff member has named a person, or the amount needs a second one. RETURNED: on its way back to the payer.';
comment on column bank_deposits.reason is 'Why it was not credited automatically; null: it was, or it has not been checked.';
comment on column bank_deposits.user_id is 'Whose deposit it is, or is proposed to be; null: not known.';
comment on column bank_deposits.imported_by is 'The staff member who imported the line, and who can''t credit themselves by it.';
comment on column bank_deposits.proposed_by is 'The staff member who named the person; another one has to decide.';
comment on column bank_deposits.decision is
  'The decision of staff, after which the ledger moves the money once. Null: undecided, or no decision is needed.';
comment on column bank_deposits.settled_at is 'When the line was credited or returned; null: not yet.';
comment on column bank_deposits.untold is 'It was credited, and its owner has not been notified yet.';
-- References are compared without case and spaces.
create unique index bank_deposits_reference on bank_deposits (upper(regexp_replace(reference, '\s', '', 'g')));
create index bank_deposits_new on bank_deposits (id) where state = 'NEW';
create index bank_deposits_untold on bank_deposits (id) where untold;
create index bank_deposits_waiting on bank_deposits (id) where state in ('UNMATCHED', 'PROPOSED');
create index bank_deposits_of_user on bank_deposits (user_id, id) where user_id is not null;
create index bank_deposits_of_payer on bank_deposits (payer_index, paid_day) where user_id is not null;
create index bank_deposits_by_state on bank_deposits (state, id);
-- Finds the last deposit, for the hold on coins after it.
create index bank_deposits_credited on bank_deposits (user_id, settled_at) where state = 'MATCHED';
create index bank_deposits_by_number on bank_deposits ((right(replace(id::text, '-', ''), 15)));

create table bank_holidays (
  day date primary key,
  title text not null,
  provisional boolean not null
);
comment on table bank_holidays is
  'Days besides Fridays on which banks are closed; staff edits them. They determine when a payout is promised.';
comment on column bank_holidays.provisional is 'The day depends on the sighting of the moon and may move by one.';

-- Bank holidays of 1405 and 1406 (Jalali), without Fridays. The solar ones are certain. The lunar ones are provisional: they
-- follow the Umm al-Qura calendar (Unicode CLDR) and may move by a day when the moon is sighted. Those of 1405 were compared with
-- the official calendar as the news agency ILNA published it on 2025-10-30.
insert into bank_holidays (day, title, provisional) values
  ('2026-03-21', 'عید فطر، نوروز', false),
  ('2026-03-22', 'عید فطر، نوروز', false),
  ('2026-03-23', 'نوروز', false),
  ('2026-03-24', 'نوروز', false),
  ('2026-04-01', 'روز جمهوری اسلامی', false),
  ('2026-04-02', 'روز طبیعت', false),
  ('2026-04-14', 'شهادت امام صادق', true),
  ('2026-05-27', 'عید قربان', true),
  ('2026-06-04', 'رحلت امام خمینی، عید غدیر', false),
  ('2026-06-05', 'قیام ۱۵ خرداد', false),
  ('2026-06-24', 'تاسوعا', true),
  ('2026-06-25', 'عاشورا', true),
  ('2026-08-03', 'اربعین', true),
  ('2026-08-11', 'رحلت پیامبر و شهادت امام حسن', true),
  ('2026-08-13', 'شهادت امام رضا', true),
  ('2026-08-21', 'شهادت امام حسن عسکری', true),
  ('2026-08-30', 'میلاد پیامبر و امام صادق', true),
  ('2026-11-13', 'شهادت حضرت فاطمه', true),
  ('2026-12-22', 'ولادت امام علی', true),
  ('2027-01-05', 'مبعث', true),
  ('2027-01-23', 'ولادت امام زمان', true),
  ('2027-02-11', 'پیروزی انقلاب اسلامی', false),
  ('2027-02-28', 'شهادت امام علی', true),
  ('2027-03-09', 'عید فطر', true),
  ('2027-03-10', 'عید فطر', true),
  ('2027-03-20', 'ملی شدن صنعت نفت', false),
  ('2027-03-21', 'نوروز', false),
  ('2027-03-22', 'نوروز', false),
  ('2027-03-23', 'نوروز', false),
  ('2027-03-24', 'نوروز', false),
  ('2027-04-01', 'روز جمهوری اسلامی', false),
  ('2027-04-02', 'روز طبیعت، شهادت امام صادق', false),
  ('2027-05-16', 'عید قربان', true),
  ('2027-05-24', 'عید غدیر', true),
  ('2027-06-04', 'رحلت امام خمینی', false),
  ('2027-06-05', 'قیام ۱۵ خرداد', false),
  ('2027-06-14', 'تاسوعا', true),
  ('2027-06-15', 'عاشورا', true),
  ('2027-07-24', 'اربعین', true),
  ('2027-08-01', 'رحلت پیامبر و شهادت امام حسن', true),
  ('2027-08-02', 'شهادت امام رضا', true),
  ('2027-08-10', 'شهادت امام حسن عسکری', true),
  ('2027-08-19', 'میلاد پیامبر و امام صادق', true),
  ('2027-11-02', 'شهادت حضرت فاطمه', true),
  ('2027-12-11', 'ولادت امام علی', true),
  ('2027-12-25', 'مبعث', true),
  ('2028-01-12', 'ولادت امام زمان', true),
  ('2028-02-11', 'پیروزی انقلاب اسلامی', false),
  ('2028-02-17', 'شهادت امام علی', true),
  ('2028-02-26', 'عید فطر', true),
  ('2028-02-27', 'عید فطر', true),
  ('2028-03-19', 'ملی شدن صنعت نفت', false);

-- Refuses that a staff member who downloaded the file of a payout closes it.
create function refuse_own_payout() returns trigger language plpgsql as $$
begin
  if exists (select from payout_exports where payout_id = new.id and staff_id = new.closed_by) then
    raise exception 'payout %: a staff member who downloaded its file can not close it', new.id
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create table payouts (
  id uuid primary key,
  day date not null unique,
  state text not null check (state in ('OPEN', 'EXPORTED', 'CLOSED')),
  exported_by uuid,
  exported_at timestamptz,
  closed_by uuid,
  closed_at timestamptz,
  created_at timestamptz not null,
  lines int not null default 0,
  total numeric(38, 0) not null default 0,
  paid int not null default 0,
  returned int not null default 0,
  check (closed_by is null or closed_by <> exported_by),
  check (paid + returned <= lines)
);
comment on table payouts is 'The bank''s daily batch of Toman withdrawals: one per day.';
comment on column payouts.state is
  'OPEN: created. EXPORTED: a staff member downloaded the file for the bank. CLOSED: another one confirmed that the bank paid it.';
comment on column payouts.exported_by is 'The first staff member who downloaded the file; all of them are in payout_exports.';
comment on column payouts.lines is 'The number of its lines, updated with them, as are total, paid and returned.';
comment on column payouts.total is 'Smallest units of Toman.';
create trigger no_own_payout before update on payouts for each row
  when (new.closed_by is distinct from old.closed_by) execute function refuse_own_payout();

create table payout_exports (
  payout_id uuid not null references payouts,
  staff_id uuid not null,
  at timestamptz not null,
  primary key (payout_id, staff_id)
);
comment on table payout_exports is 'Staff members who downloaded a payout''s bank file: none of them may mark the payout as paid.';
create trigger payout_exports_append_only before update or delete or truncate on payout_exports
  for each statement execute function refuse_change();

-- Refuses that a staff member who exported or closed a payout marks one of its lines as returned.
create function refuse_own_return() returns trigger language plpgsql as $$
begin
  if exists (select from payout_exports where payout_id = new.payout_id and staff_id = new.returned_by)
    or exists (select from payouts where id = new.payout_id and closed_by = new.returned_by)
  then
    raise exception 'payout line %: a staff member who exported or closed its payout can not return it', new.withdrawal_id
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create table payout_lines (
  payout_id uuid not null references payouts,
  withdrawal_id uuid not null,
  state text not null check (state in ('WAITING', 'PAID', 'RETURNED', 'HELD', 'UNSURE')),
  reason text,
  returned_by uuid,
  primary key (payout_id, withdrawal_id),
  check ((state = 'RETURNED') = (returned_by is not null))
);
comment on table payout_lines is 'The withdrawals of a payout.';
comment on column payout_lines.withdrawal_id is 'A withdrawal of Toman, or a row of payment_refunds.';
comment on column payout_lines.state is
  'WAITING: in the batch. PAID: the bank paid it. RETURNED: the bank returned it. HELD: its owner was blocked before the file was '
  'downloaded, so it left the batch. UNSURE: its owner was blocked after that; staff decides separately whether the bank paid it.';
comment on column payout_lines.reason is 'Why it was held, unsure or returned; null otherwise.';
comment on column payout_lines.returned_by is
  'The staff member who marked it as returned: not one who downloaded the file or closed the payout.';
create unique index payout_lines_of_withdrawal on payout_lines (withdrawal_id) where state <> 'HELD';
create trigger no_own_return before update on payout_lines for each row
  when (new.returned_by is distinct from old.returned_by) execute function refuse_own_return();

create table payout_days (
  day date primary key,
  made_at timestamptz not null
);
comment on table payout_days is
  'Days in Tehran whose batch of Toman withdrawals has been made: later withdrawals are in the next batch.';

create table stablecoin_purchases (
  user_id uuid not null,
  day date not null,
  amount numeric(38, 0) not null,
  primary key (user_id, day)
);
comment on table stablecoin_purchases is 'Tether that a person bought on a day in Tehran; summed from orders, for the yearly cap.';
comment on column stablecoin_purchases.amount is 'Smallest units of Tether.';

create table gateway_settlements (
  id uuid primary key,
  gateway text not null,
  reference text not null,
  paid_day date not null,
  from_day date not null,
  to_day date not null,
  gross numeric(38, 0) not null check (gross > 0),
  fee numeric(38, 0) not null,
  way text not null check (way in ('LINES', 'DAYS')),
  state text not null check (state in ('OPEN', 'DONE', 'DISCARDED')),
  found numeric(38, 0) not null default 0,
  missing numeric(38, 0) not null default 0,
  faults int not null default 0,
  missing_lines int not null default 0,
  imported_by uuid not null,
  created_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  reason text,
  check (fee >= 0 and fee < gross),
  check (from_day <= to_day and to_day <= paid_day),
  check ((decided_by is null) = (decided_at is null)),
  check (decided_by <> imported_by),
  check (state <> 'DISCARDED' or decided_by is not null)
);
comment on table gateway_settlements is
  'Sums that a gateway says it paid to the bank, imported by a staff member. They move no money in the ledger.';
comment on column gateway_settlements.reference is
  'The reference of the transfer to the bank; unique for each gateway among those that are not discarded.';
comment on column gateway_settlements.paid_day is 'The day in Tehran on which the sum was paid to the bank.';
comment on column gateway_settlements.from_day is 'The first day in Tehran whose payments it covers.';
comment on column gateway_settlements.to_day is 'The last day in Tehran whose payments it covers.';
comment on column gateway_settlements.gross is 'What payers paid, in smallest units of Toman, according to the gateway.';
comment on column gateway_settlements.fee is 'What the gateway deducted, in smallest units of Toman; the bank received the rest.';
comment on column gateway_settlements.way is 'LINES: the gateway lists each payment. DAYS: it states only the sum.';
comment on column gateway_settlements.state is
  'OPEN: something differs, or a second staff member has to confirm. DONE: each payment was found, or a staff member other than '
  'the importer accepted it. DISCARDED: it was imported by mistake.';
comment on column gateway_settlements.found is 'Our payments that it covers, in smallest units of Toman, at the last comparison.';
comment on column gateway_settlements.missing is
  'Our payments of its days that no settlement lists, in smallest units of Toman, at the last comparison.';
comment on column gateway_settlements.faults is 'How many of its lines differ from our payments; for DAYS, 1 if the sums differ.';
comment on column gateway_settlements.missing_lines is 'How many of our payments it does not list.';
comment on column gateway_settlements.decided_by is
  'The staff member who accepted or discarded it, never the importer. Null: undecided.';
create unique index gateway_settlements_once on gateway_settlements (gateway, upper(reference)) where state <> 'DISCARDED';
create index gateway_settlements_open on gateway_settlements (id) where state = 'OPEN';
create index gateway_settlements_by_reference on gateway_settlements (upper(reference)) where state <> 'DISCARDED';
create trigger gateway_settlements_keep_terms before update on gateway_settlements for each row
  when ((new.id, new.gateway, new.reference, new.paid_day, new.from_day, new.to_day, new.gross, new.fee, new.way, new.imported_by,
      new.created_at)
    is distinct from (old.id, old.gateway, old.reference, old.paid_day, old.from_day, old.to_day, old.gross, old.fee, old.way,
      old.imported_by, old.created_at) or old.state = 'DISCARDED')
  execute function refuse_change();
create trigger gateway_settlements_no_delete before delete or truncate on gateway_settlements
  for each statement execute function refuse_change();

create table gateway_settlement_lines (
  id uuid primary key,
  settlement_id uuid not null references gateway_settlements,
  reference text not null,
  amount numeric(38, 0) not null,
  fee numeric(38, 0) not null check (fee >= 0),
  payment_id uuid references payments,
  trouble text check (trouble in ('UNKNOWN', 'SEVERAL', 'AMOUNT', 'UNBOOKED', 'TWICE', 'MISSING', 'DISCARDED')),
  check (trouble is not null or payment_id is not null),
  check (amount > 0 or coalesce(trouble, '') in ('MISSING', 'DISCARDED'))
);
comment on table gateway_settlement_lines is
  'The payments of settlements: those that the gateway lists, and those of ours that it does not list.';
comment on column gateway_settlement_lines.reference is
  'The reference or authority by which the gateway identifies the payment; for a MISSING one, ours.';
comment on column gateway_settlement_lines.amount is
  'What the payer paid, in smallest units of Toman, according to the gateway; 0: it does not list the payment.';
comment on column gateway_settlement_lines.fee is
  'What the gateway deducted, in smallest units of Toman; 0: it states the fee only for the sum.';
comment on column gateway_settlement_lines.payment_id is 'Our payment that it is or should be; null: none, or several.';
comment on column gateway_settlement_lines.trouble is
  'Null: it is that payment, with its amount, and in no other settlement. UNKNOWN: no payment of the gateway has the reference. '
  'SEVERAL: more than one has. AMOUNT: the payment has another amount. UNBOOKED: the payment was not credited. TWICE: another '
  'line has it. MISSING: a payment of ours that the gateway does not list. DISCARDED: with its settlement.';
create unique index gateway_settlement_lines_once on gateway_settlement_lines (payment_id) where trouble is null;
create index gateway_settlement_lines_of_payment on gateway_settlement_lines (payment_id) where payment_id is not null;
create index gateway_settlement_lines_of on gateway_settlement_lines (settlement_id, id);
create index gateway_settlement_lines_in_trouble on gateway_settlement_lines (settlement_id, id) where trouble is not null;
create trigger gateway_settlement_lines_keep_terms before update on gateway_settlement_lines for each row
  when ((new.id, new.settlement_id, new.reference, new.amount, new.fee) is distinct from
    (old.id, old.settlement_id, old.reference, old.amount, old.fee) or old.trouble = 'DISCARDED')
  execute function refuse_change();
create trigger gateway_settlement_lines_no_delete before delete on gateway_settlement_lines for each row
  when (old.trouble is distinct from 'MISSING') execute function refuse_change();
create trigger gateway_settlement_lines_no_truncate before truncate on gateway_settlement_lines
  for each statement execute function refuse_change();

create table house_bank_accounts (
  id uuid primary key,
  sheba text not null unique check (sheba ~ '^\d{24}$'),
  name text not null,
  created_by uuid not null,
  created_at timestamptz not null
);
comment on table house_bank_accounts is
  'Our own accounts at banks, whose statements staff imports. Those of customers are bank_accounts.';
comment on column house_bank_accounts.sheba is 'The Sheba of the account, 24 digits without IR; it is ours and no secret.';
comment on column house_bank_accounts.created_by is
  'The admin who added it, who can''t import its first statement: no earlier statement proves its opening balance.';
create trigger house_bank_accounts_append_only before update or delete or truncate on house_bank_accounts
  for each statement execute function refuse_change();

-- Requires a statement to continue the previous one of its account, and refuses its change once another follows it.
create function check_bank_statement() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.previous_id is null and exists (select from house_bank_accounts where id = new.account_id and created_by = new.imported_by) then
      raise exception 'bank account %: the admin who added it can not import its first statement', new.account_id using errcode = 'insufficient_privilege';
    end if;
    if new.previous_id is not null and not exists (select from bank_statements p where p.id = new.previous_id
      and p.account_id = new.account_id and p.state = 'KEPT' and p.closing = new.opening) then
      raise exception 'bank statement %: it does not begin where the previous one ended', new.id using errcode = 'check_violation';
    end if;
  elsif (new.id, new.account_id, new.opening, new.closing, new.lines, new.imported_by, new.created_at)
      is distinct from (old.id, old.account_id, old.opening, old.closing, old.lines, old.imported_by, old.created_at)
    or new.previous_id is distinct from old.previous_id or old.state = 'DISCARDED'
    or exists (select from bank_statements n where n.previous_id = old.id and n.state = 'KEPT') then
    raise exception 'bank statement % can not be changed', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create table bank_statements (
  id uuid primary key,
  account_id uuid not null references house_bank_accounts,
  previous_id uuid references bank_statements,
  opening numeric(38, 0) not null,
  closing numeric(38, 0) not null,
  lines int not null check (lines >= 0),
  first_at timestamptz,
  last_at timestamptz,
  state text not null check (state in ('KEPT', 'DISCARDED')),
  imported_by uuid not null,
  created_at timestamptz not null,
  discarded_by uuid,
  discarded_at timestamptz,
  reason text,
  check ((state = 'DISCARDED') = (discarded_by is not null and discarded_at is not null)),
  check (discarded_by <> imported_by)
);
comment on table bank_statements is
  'Statements of our bank accounts: each begins where the previous one ended, and its lines lead from opening to closing.';
comment on column bank_statements.previous_id is 'The previous statement of the account; null: it is the first.';
comment on column bank_statements.opening is 'The balance before its first line, smallest units of Toman.';
comment on column bank_statements.closing is 'The balance after its last line, smallest units of Toman.';
comment on column bank_statements.lines is 'The number of its lines.';
comment on column bank_statements.first_at is 'The time of its first line; null: it has none.';
comment on column bank_statements.last_at is 'The time of its last line; null: it has none.';
comment on column bank_statements.state is
  'KEPT: it counts. DISCARDED: it was the last of its account and imported by mistake; its references can be used again.';
create unique index bank_statements_chain on bank_statements (account_id, previous_id) nulls not distinct where state = 'KEPT';
create index bank_statements_of on bank_statements (account_id, id) where state = 'KEPT';
create trigger bank_statements_keep_order before insert or update on bank_statements for each row execute function check_bank_statement();
create trigger bank_statements_no_delete before delete or truncate on bank_statements for each statement execute function refuse_change();

-- Refuses a change of a line's content. A known cause is undone only when its statement or its settlement is discarded.
create function check_bank_line() returns trigger language plpgsql as $$
begin
  if (new.id, new.statement_id, new.account_id, new.number, new.at, new.reference, new.identifier, new.amount, new.balance,
      new.imported_by, new.created_at)
    is distinct from (old.id, old.statement_id, old.account_id, old.number, old.at, old.reference, old.identifier, old.amount,
      old.balance, old.imported_by, old.created_at)
    or not (old.cause = 'UNEXPLAINED' or (new.cause = 'DISCARDED' and old.cause <> 'DISCARDED')
      or (old.cause = 'SETTLEMENT' and new.cause = 'UNEXPLAINED'
        and exists (select from gateway_settlements s where s.id = old.cause_id and s.state = 'DISCARDED'))) then
    raise exception 'bank line % can not be changed', old.id using errcode = 'insufficient_privilege';
  end if;
  if new.cause = 'DISCARDED' and not exists (select from bank_statements s where s.id = new.statement_id and s.state = 'DISCARDED') then
    raise exception 'bank line %: its statement is not discarded', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create table bank_lines (
  id uuid primary key,
  statement_id uuid not null references bank_statements,
  account_id uuid not null references house_bank_accounts,
  number int not null,
  at timestamptz not null,
  reference text not null,
  identifier text not null,
  amount numeric(38, 0) not null check (amount <> 0),
  balance numeric(38, 0) not null,
  cause text not null check (cause in ('UNEXPLAINED', 'DEPOSIT', 'DEPOSIT_BACK', 'PAYOUT', 'BATCH', 'PAYOUT_BACK', 'SETTLEMENT',
    'FEE', 'CAPITAL', 'DISCARDED')),
  cause_id uuid,
  said text check (said in ('FEE', 'CAPITAL')),
  said_by uuid,
  confirmed_by uuid,
  reason text,
  imported_by uuid not null,
  created_at timestamptz not null,
  unique (statement_id, number),
  check ((cause in ('DEPOSIT', 'DEPOSIT_BACK', 'PAYOUT', 'BATCH', 'PAYOUT_BACK', 'SETTLEMENT')) = (cause_id is not null)),
  check (case cause when 'PAYOUT' then amount < 0 when 'BATCH' then amount < 0 when 'DEPOSIT_BACK' then amount < 0
    when 'FEE' then amount < 0 when 'DEPOSIT' then amount > 0 when 'PAYOUT_BACK' then amount > 0
    when 'SETTLEMENT' then amount > 0 else true end),
  check ((said is null) = (said_by is null)),
  check (cause not in ('FEE', 'CAPITAL') or (said is not null and said = cause and confirmed_by is not null)),
  check (confirmed_by <> said_by and confirmed_by <> imported_by)
);
comment on table bank_lines is 'The lines of statements of our bank accounts, each with at most one cause.';
comment on column bank_lines.number is 'Its position in the statement, from 0.';
comment on column bank_lines.at is 'When the bank booked it.';
comment on column bank_lines.reference is 'The bank''s reference of the line; unique within an account.';
comment on column bank_lines.identifier is
  'The identifier that the bank received with it: the payment identifier of a deposit, the id in the file of a payout; empty: '
  'none.';
comment on column bank_lines.amount is 'Smallest units of Toman: positive if it came in, negative if it went out.';
comment on column bank_lines.balance is 'The balance after it, in smallest units of Toman, according to the bank.';
comment on column bank_lines.cause is
  'UNEXPLAINED: no cause is known. DEPOSIT, DEPOSIT_BACK: a row of bank_deposits came in, or was returned to its payer. PAYOUT, '
  'PAYOUT_BACK: a withdrawal of Toman was paid, or returned. BATCH: a whole payout in one sum. SETTLEMENT: the net sum of a '
  'gateway settlement. FEE: of the bank. CAPITAL: our own money. DISCARDED: with its statement.';
comment on column bank_lines.cause_id is
  'The id in bank_deposits, withdrawals, payouts or gateway_settlements, depending on the cause; null: the cause has none.';
comment on column bank_lines.said is 'The cause that a staff member proposed, valid once another confirms it. Null: none proposed.';
comment on column bank_lines.confirmed_by is
  'The staff member who confirmed the cause: neither the one who proposed it nor the importer.';
comment on column bank_lines.imported_by is 'The staff member who imported its statement.';
create unique index bank_lines_reference on bank_lines (account_id, upper(reference)) where cause <> 'DISCARDED';
create unique index bank_lines_once on bank_lines (cause, cause_id) where cause_id is not null;
create index bank_lines_unexplained on bank_lines (id) where cause = 'UNEXPLAINED';
create index bank_lines_said on bank_lines (cause) where cause in ('FEE', 'CAPITAL', 'PAYOUT_BACK', 'SETTLEMENT');
create trigger bank_lines_keep_content before update on bank_lines for each row execute function check_bank_line();
create trigger bank_lines_no_delete before delete or truncate on bank_lines for each statement execute function refuse_change();

-- Refuses to delete the record of a payment unless its bank line is discarded.
create function check_line_payout() returns trigger language plpgsql as $$
begin
  if not exists (select from bank_lines l where l.id = old.line_id and l.cause = 'DISCARDED') then
    raise exception 'withdrawal %: the bank line that paid it is not discarded', old.withdrawal_id using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;

create table bank_line_payouts (
  withdrawal_id uuid primary key,
  line_id uuid not null references bank_lines,
  paid numeric(38, 0) not null check (paid > 0)
);
comment on table bank_line_payouts is 'Which bank line paid a withdrawal of Toman: its own, or that of its whole batch.';
comment on column bank_line_payouts.withdrawal_id is 'A withdrawal of Toman, or a row of payment_refunds.';
comment on column bank_line_payouts.paid is
  'Smallest units of Toman that the bank paid: the ledger''s amount, without a fraction of a Rial.';
create index bank_line_payouts_of on bank_line_payouts (line_id);
create trigger bank_line_payouts_check_delete before delete on bank_line_payouts for each row execute function check_line_payout();
create trigger bank_line_payouts_no_update before update or truncate on bank_line_payouts
  for each statement execute function refuse_change();

create table bank_checks (
  id uuid primary key,
  at timestamptz not null,
  closing numeric(38, 0) not null,
  books numeric(38, 0) not null,
  openings numeric(38, 0) not null,
  settlements numeric(38, 0) not null,
  fees numeric(38, 0) not null,
  capital numeric(38, 0) not null,
  unexplained numeric(38, 0) not null,
  unbooked_deposits numeric(38, 0) not null,
  unseen_deposits numeric(38, 0) not null,
  unseen_returns numeric(38, 0) not null,
  unseen_payouts numeric(38, 0) not null,
  unbooked_payouts numeric(38, 0) not null,
  payouts_back numeric(38, 0) not null,
  fractions numeric(38, 0) not null,
  difference numeric(38, 0) not null,
  differs_since timestamptz,
  late_deposits int not null,
  over boolean not null,
  check (difference = closing - books - openings - settlements - fees - capital - unexplained - unbooked_deposits +
    unseen_deposits - unseen_returns - unseen_payouts + unbooked_payouts - payouts_back - fractions),
  check ((difference = 0) = (differs_since is null))
);
comment on table bank_checks is
  'Comparisons of our bank accounts with the ledger: closing = books + openings + settlements + fees + capital + unexplained + '
  'unbooked_deposits - unseen_deposits + unseen_returns + unseen_payouts - unbooked_payouts + payouts_back + fractions + '
  'difference. All in smallest units of Toman.';
comment on column bank_checks.closing is 'The closing balances of the last statement of each account.';
comment on column bank_checks.books is 'The ledger''s amount at the bank: the balance of outside:bank, negated.';
comment on column bank_checks.openings is 'The balance of each account before its first statement.';
comment on column bank_checks.settlements is 'Lines that are the net sum of a gateway settlement.';
comment on column bank_checks.fees is 'Lines that two staff members declared to be fees of the bank; negative.';
comment on column bank_checks.capital is 'Lines that two staff members declared to be our own money.';
comment on column bank_checks.unexplained is 'Lines without a known cause.';
comment on column bank_checks.unbooked_deposits is 'Lines of deposits that are not in the ledger yet.';
comment on column bank_checks.unseen_deposits is 'Deposits that are in the ledger and in no statement.';
comment on column bank_checks.unseen_returns is 'Deposits that were returned in the ledger and are in no statement.';
comment on column bank_checks.unseen_payouts is 'Withdrawals that are paid in the ledger and are in no statement.';
comment on column bank_checks.unbooked_payouts is
  'Withdrawals with a line that are not paid in the ledger, except those that the bank returned.';
comment on column bank_checks.payouts_back is 'Withdrawals that the bank returned by a line and that are still paid in the ledger.';
comment on column bank_checks.fractions is 'Fractions of a Rial that the ledger paid and the bank did not.';
comment on column bank_checks.differs_since is
  'The time of the first of the consecutive comparisons with a difference; null: there is none.';
comment on column bank_checks.late_deposits is
  'How many deposits in the ledger are from a time that statements cover, and in no statement after the configured hours.';
comment on column bank_checks.over is 'Whether the unexplained amount is above the limit at which withdrawals stop.';
create trigger bank_checks_append_only before update or delete or truncate on bank_checks
  for each statement execute function refuse_change();
