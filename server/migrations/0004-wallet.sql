-- Toman payments through bank gateways. A row is the truth about one payment; what a gateway says in the payer's
-- browser is only a hint, and money moves once the gateway has confirmed it server to server.

create table payments (
  id uuid primary key,
  user_id uuid not null,
  gateway text not null,
  -- Smallest units of TOMAN.
  amount numeric(38, 0) not null check (amount > 0),
  -- CREATED: not yet known to the gateway. PENDING: the payer is at the bank. FAILED may still become PAID.
  state text not null check (state in ('CREATED', 'PENDING', 'PAID', 'FAILED')),
  -- The card the payer must use: masked, and a keyed digest of its SHA-256 (the number itself is not kept here).
  card_masked text not null,
  card_digest bytea not null,
  callback_url text not null,
  idempotency_key text,
  authority text,
  redirect_url text,
  reason text,
  -- What the gateway reported with the money.
  reference text,
  paid_card text,
  created_at timestamptz not null,
  -- When the ledger moved the money, to the user or to suspense. Set once, in the transaction of the transfers.
  settled_at timestamptz,
  -- When the sweep asks the gateway again; null: no more.
  next_check_at timestamptz,
  checks int not null default 0,
  unique (gateway, authority),
  check (state <> 'PAID' or settled_at is not null),
  check (state = 'FAILED' or reason is null)
);

create index payments_of_user on payments (user_id, id);
create index payments_to_check on payments (next_check_at) where next_check_at is not null;

create function refuse_payment_change() returns trigger language plpgsql as $$
begin
  raise exception 'payment %: what is settled or agreed with the gateway stays', old.id
    using errcode = 'insufficient_privilege';
end $$;

create trigger payments_settle_once before update on payments for each row
  when (
    old.settled_at is not null
    or (new.id, new.user_id, new.gateway, new.amount, new.card_digest, new.created_at)
      is distinct from (old.id, old.user_id, old.gateway, old.amount, old.card_digest, old.created_at)
    or (old.authority is not null and new.authority is distinct from old.authority)
  )
  execute function refuse_payment_change();

create trigger payments_stay before delete or truncate on payments
  for each statement execute function refuse_change();

-- Whoever counts a person's deposits against the daily limit locks their row first.
create table deposit_locks (
  user_id uuid primary key
);

-- The sandbox's own bank: a stranger's database in real life, so nothing but its provider reads it.
create table sandbox_bank_payments (
  authority text primary key,
  -- Whole Toman.
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
