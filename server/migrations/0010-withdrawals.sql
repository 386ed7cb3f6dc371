-- Withdrawals of coins and of Toman: what was asked for, who let it go, how much of it may leave.

alter table one_time_codes
  drop constraint one_time_codes_purpose_check,
  add check (purpose in ('SIGN_UP', 'LOGIN', 'STEP_UP', 'TWO_STEP', 'RESET', 'EMAIL', 'MOBILE', 'WITHDRAWAL')),
  -- Of a withdrawal: keyed digest of amount, coin, network, address and tag. The code is worthless for anything else.
  add column intent bytea;

create table withdrawals (
  id uuid primary key,
  user_id uuid not null,
  asset text not null,
  -- TOMAN for Toman.
  token_type text not null,
  -- Of a coin: where it goes. Toman: the masked Sheba, with the number itself encrypted.
  address text not null,
  address_encrypted bytea,
  bank_account_id uuid,
  tag text not null default '',
  -- What leaves the wallet; the fee is part of it.
  amount numeric(38, 0) not null check (amount > 0),
  fee numeric(38, 0) not null check (fee >= 0),
  -- Toman worth when it was asked for; null: it had no price, and it is reviewed.
  toman_value numeric(38, 0),
  -- CANCELLING, REFUSING: claimed, the ledger's release is on its way. Toman: BATCHED is in a batch, PAID by the bank.
  state text not null check (state in ('REVIEW', 'APPROVED', 'BATCHED', 'CANCELLING', 'CANCELLED', 'REFUSING', 'REFUSED',
    'PAID', 'RETURNED', 'SENT', 'DONE')),
  review_reasons text[] not null default '{}',
  needed_approvals int not null default 0,
  reason text,
  promised_at timestamptz,
  -- The notice that the person has still to be told; set with what it tells of, cleared with the sending of it.
  untold text,
  created_at timestamptz not null,
  done_at timestamptz,
  check (amount > fee),
  check ((asset = 'TOMAN') = (token_type = 'TOMAN')),
  check ((asset = 'TOMAN') = (address_encrypted is not null))
);
create index withdrawals_of_user on withdrawals (user_id, id);
create index withdrawals_in_state on withdrawals (state, id);
create index toman_withdrawals_waiting on withdrawals (id) where asset = 'TOMAN' and state = 'APPROVED';
create index withdrawals_untold on withdrawals (id) where untold is not null;

create table withdrawal_approvals (
  withdrawal_id uuid not null references withdrawals,
  staff_id uuid not null,
  at timestamptz not null,
  primary key (withdrawal_id, staff_id)
);

-- The database enforces it too: nobody approves what is their own.
create function refuse_own_approval() returns trigger language plpgsql as $$
begin
  if exists (select from withdrawals where id = new.withdrawal_id and user_id = new.staff_id) then
    raise exception 'withdrawal %: its owner cannot approve it', new.withdrawal_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger no_own_approval before insert on withdrawal_approvals for each row execute function refuse_own_approval();
create trigger withdrawal_approvals_stay before update or delete or truncate on withdrawal_approvals
  for each statement execute function refuse_change();

-- What was agreed with the person stays.
create function refuse_withdrawal_change() returns trigger language plpgsql as $$
begin
  raise exception 'withdrawal %: what was asked for stays', old.id using errcode = 'insufficient_privilege';
end $$;
create trigger withdrawals_keep_terms before update on withdrawals for each row
  when ((new.id, new.user_id, new.asset, new.token_type, new.address, new.address_encrypted, new.tag, new.amount, new.fee,
      new.created_at)
    is distinct from (old.id, old.user_id, old.asset, old.token_type, old.address, old.address_encrypted, old.tag,
      old.amount, old.fee, old.created_at))
  execute function refuse_withdrawal_change();
create trigger withdrawals_stay before delete or truncate on withdrawals
  for each statement execute function refuse_change();

-- A place in the limits, taken with the code, before the ledger is asked; it keeps all that the ledger will be asked, so
-- that whoever comes back with the same key finishes it. The ledger says what became of it, and says so once.
create table withdrawal_places (
  -- The withdrawal's.
  id uuid primary key,
  user_id uuid not null,
  asset text not null,
  amount numeric(38, 0) not null,
  -- 0 where it had no price: it is reviewed.
  toman_value numeric(38, 0) not null,
  -- Whether staff looks at it; what they let go doesn't count against what leaves by itself.
  reviewed boolean not null,
  idempotency_key text,
  plan jsonb not null,
  -- Keyed digest of id, user_id, idempotency_key and plan: the ledger is asked for nothing else.
  plan_mac bytea not null,
  -- TAKEN: the ledger has not said yet. USED: the withdrawal exists. RELEASED: refused, taken back, returned.
  -- FAILED: somebody changed the plan; nothing was withdrawn, and it counts until it is looked at.
  state text not null check (state in ('TAKEN', 'USED', 'RELEASED', 'FAILED')),
  created_at timestamptz not null
);
create index withdrawal_places_of_user on withdrawal_places (user_id, created_at) include (toman_value)
  where state <> 'RELEASED';
create index withdrawal_places_of_coin on withdrawal_places (asset, created_at) include (toman_value)
  where state <> 'RELEASED' and not reviewed;
create index withdrawal_places_of_key on withdrawal_places (user_id, idempotency_key)
  where idempotency_key is not null;
create index withdrawal_places_open on withdrawal_places (id) where state = 'TAKEN';

-- Whoever counts what leaves of a coin locks its row; the person's is their own in users, locked before.
create table withdrawal_locks (
  asset text primary key references coins
);
insert into withdrawal_locks select asset from coins;

-- Toman worth that may leave, per person of a level.
create table withdrawal_level_limits (
  level text primary key,
  per_day numeric(38, 0) not null,
  per_month numeric(38, 0) not null
);
insert into withdrawal_level_limits values
  ('BRONZE', 500000000000000, 10000000000000000), ('SILVER', 1000000000000000, 20000000000000000),
  ('GOLD', 2000000000000000, 40000000000000000), ('PLATINUM', 5000000000000000, 100000000000000000),
  ('SUPERVISOR', 20000000000000000, 400000000000000000);

-- Toman worth of one coin that leaves by itself, all people together; more is reviewed.
create table withdrawal_coin_limits (
  asset text primary key references coins,
  per_hour numeric(38, 0) not null,
  per_day numeric(38, 0) not null
);
insert into withdrawal_coin_limits select asset, 5000000000000000, 50000000000000000 from coins;

-- One row. Toman worth: from `review` on one of the staff looks first, from `four_eyes` on two; from `sms` on somebody
-- whose method is e-mail confirms by SMS too.
create table withdrawal_thresholds (
  singleton boolean primary key default true check (singleton),
  review numeric(38, 0) not null,
  four_eyes numeric(38, 0) not null,
  sms numeric(38, 0) not null
);
insert into withdrawal_thresholds (review, four_eyes, sms)
  values (300000000000000, 1000000000000000, 50000000000000);

create table book_addresses (
  id uuid primary key,
  user_id uuid not null,
  asset text not null,
  token_type text not null,
  address text not null,
  tag text not null default '',
  label text not null,
  created_at timestamptz not null,
  usable_from timestamptz not null,
  unique (user_id, asset, token_type, address, tag)
);

-- Who lets coins leave to saved addresses alone.
create table whitelists (
  user_id uuid primary key,
  since timestamptz not null
);
