-- expands: a table and columns that the version before doesn't read; two keys go so that lines of batches can be of the new table
-- too, and a version that takes them for withdrawals alone doesn't settle while there are such: version_needs.
-- How a payment that was paid and not credited goes back to its payer, or to the person after all. Decision 119.
create table payment_refunds (
  id uuid primary key,
  payment_id uuid not null references payments,
  user_id uuid not null,
  way text not null check (way in ('REFUND', 'CREDIT')),
  amount numeric(38,0) not null check (amount > 0),
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
  'What staff decides about payments of people that were paid and not credited: one proposes, another releases.';
comment on column payment_refunds.user_id is 'Whose deposit the payment was to be.';
comment on column payment_refunds.way is
  'REFUND: by the batch of a day to the account of the card that paid. CREDIT: the card is the person''s own after all.';
comment on column payment_refunds.amount is 'Smallest units of Toman: all of the payment.';
comment on column payment_refunds.sheba_encrypted is 'The account of the card that paid; null: it is credited.';
comment on column payment_refunds.payee is 'In whose name that account is; null: it is credited.';
comment on column payment_refunds.own is 'Whether the card that paid is a verified one of the person.';
comment on column payment_refunds.state is
  'PROPOSED waits for a second member of staff. CANCELLED: it came to nothing. RELEASED: decided, and the money not moved. BATCHED: in the batch of a day. PAID: the bank paid it. RETURNED: the bank sent it back, and the payment waits anew. CREDITED: the person has it.';
comment on column payment_refunds.settled_at is 'When the ledger wrote its end, the last of them; null: it has none.';
comment on column payment_refunds.back_reason is 'Why the bank sent it back, as staff wrote it; null: it did not.';
comment on column payment_refunds.untold is 'Whether the person is still to be told of the state.';
create unique index payment_refunds_once on payment_refunds (payment_id) where state not in ('CANCELLED', 'RETURNED');
create index payment_refunds_of on payment_refunds (payment_id);
create index payment_refunds_proposed on payment_refunds (id) where state = 'PROPOSED';
create index payment_refunds_released on payment_refunds (id) where state = 'RELEASED';
create index payment_refunds_untold on payment_refunds (id) where untold;
create trigger payment_refunds_keep before update on payment_refunds for each row
  when ((new.id, new.payment_id, new.user_id, new.way, new.amount, new.payee, new.own, new.reason, new.proposed_by, new.created_at)
    is distinct from (old.id, old.payment_id, old.user_id, old.way, old.amount, old.payee, old.own, old.reason, old.proposed_by,
      old.created_at)
    or new.state <> old.state and old.state in ('CANCELLED', 'RETURNED', 'CREDITED')
    or old.decided_by is not null and new.decided_by is distinct from old.decided_by)
  execute function refuse_change();
create trigger payment_refunds_stay before delete or truncate on payment_refunds
  for each statement execute function refuse_change();

-- What is settled stays, but for a payment that two people credit after all.
alter table payments add column untold boolean not null default false, add column paid_card_digest text;
comment on column payments.untold is 'Whether the person is still to be told that it was paid and not credited.';
comment on column payments.paid_card_digest is
  'Of the card that paid, as card_digest, in hexadecimal digits; null: the gateway told no hash, or an earlier version settled it.';
create index payments_suspended on payments (settled_at, id) where state = 'FAILED' and settled_at is not null;
create index payments_untold on payments (id) where untold;
create function judge_settled_payment() returns trigger language plpgsql as $$
declare
  changes constant text[] := array['state', 'reason', 'untold'];
begin
  if old.state = 'FAILED' and new.state = 'PAID' and to_jsonb(new) - changes = to_jsonb(old) - changes
    and exists (select from payment_refunds where payment_id = old.id and way = 'CREDIT' and state in ('RELEASED', 'CREDITED'))
  then
    return new;
  end if;
  raise exception 'payment %: what is settled or agreed with the gateway stays', old.id using errcode = 'insufficient_privilege';
end $$;
drop trigger payments_settle_once on payments;
create trigger payments_settle_once before update on payments for each row
  when (old.settled_at is not null and to_jsonb(new) - 'untold' is distinct from to_jsonb(old) - 'untold')
  execute function judge_settled_payment();
create trigger payments_agreed_stay before update on payments for each row
  when (new.id is distinct from old.id or new.user_id is distinct from old.user_id or new.gateway is distinct from old.gateway
    or new.amount is distinct from old.amount or new.card_digest is distinct from old.card_digest
    or new.created_at is distinct from old.created_at
    or old.authority is not null and new.authority is distinct from old.authority)
  execute function refuse_payment_change();

-- Lines of batches, and what the bank paid of them, are withdrawals or refunds.
alter table payout_lines drop constraint payout_lines_withdrawal_id_fkey;
alter table bank_line_payouts drop constraint bank_line_payouts_withdrawal_id_fkey;
comment on column payout_lines.withdrawal_id is 'A withdrawal of Toman, or a row of payment_refunds.';
comment on column bank_line_payouts.withdrawal_id is 'A withdrawal of Toman, or a row of payment_refunds.';

insert into version_needs (name, since, because, in_use) values
  ('PAYMENT_REFUNDS', 126, 'payments that were not credited went back to their payers or were credited by two people, which versions before 0126 take for broken books; there is no way back',
    $$exists (select from payment_refunds where state not in ('PROPOSED', 'CANCELLED'))$$);
