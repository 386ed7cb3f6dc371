-- expands: columns with a value for those that know nothing of them, a table, and allowed values that the version before doesn't write.

-- What a store's key may do beside asking for payments and reading: nothing, until its owner says so.
alter table company_keys
  add column permissions text[] not null default '{}'
    check (permissions <@ array['REFUND', 'SETTLE']);

comment on column company_keys.permissions is
  'What the owner has allowed it with their second factor: REFUND, SETTLE. A key makes payment requests and reads anyhow.';

alter table companies
  add column approval_above numeric(38, 0) check (approval_above >= 0);

comment on column companies.approval_above is
  'Instructions by key of more Toman than this (smallest units) wait for the owner; 0: all of them; null: none.';

-- What a program told us to do with the store's money, once for each of its keys of idempotency.
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
create index company_instructions_of_company on company_instructions (company_id, id);
create index company_instructions_of_key on company_instructions (key_id) where state = 'WAITING';
create index company_instructions_waiting on company_instructions (expires_at) where state = 'WAITING';
-- One question at a time: a second one of the same payment, or of the receipts, would ask the same again.
create unique index company_instructions_of_payment on company_instructions (payment_id)
  where state = 'WAITING' and kind = 'REFUND';
create unique index company_instructions_of_receipts on company_instructions (company_id)
  where state = 'WAITING' and kind = 'SETTLE';
create unique index company_instructions_of_refund on company_instructions (refund_id) where refund_id is not null;

comment on table company_instructions is
  'What a store''s program told us by key to do with money: to give a payment back, or to take what was received to the wallet.';
comment on column company_instructions.kind is
  'REFUND: a payment goes back to its payer. SETTLE: what was received goes to the owner''s Toman wallet.';
comment on column company_instructions.amount is
  'Toman, smallest units: of the payment, or what had been received when it was asked (DONE: what was taken).';
comment on column company_instructions.idempotency_key is
  'The program''s own: the same one is the same instruction.';
comment on column company_instructions.request_digest is
  'Digest of what came with the key, so that another request isn''t taken for a repeat.';
comment on column company_instructions.state is
  'WAITING for the owner; DONE: the command ran; REFUSED by the owner, or with the key; EXPIRED: nobody decided in time; FAILED: approved, and not possible any more.';
comment on column company_instructions.failure is
  'A code of the dictionary: why an approved one could not be done.';
comment on column company_instructions.expires_at is
  'Until when the owner may decide; null: nobody had to.';
comment on column company_instructions.decided_by is
  'Who approved or refused it; null: nobody did, or nobody had to.';

alter table company_events
  drop constraint company_events_kind_check,
  add constraint company_events_kind_check check (kind in
    ('payment.paid', 'payment.refunded', 'refund.cancelled', 'settlement.sent', 'instruction.done',
     'instruction.refused', 'instruction.expired', 'instruction.failed', 'webhook.test'));
