-- Withdrawals of coins and of Toman: requests, approvals, limits, saved addresses, and freezes of balances.

-- Refuses a change of the terms that the person agreed to.
create function refuse_withdrawal_change() returns trigger language plpgsql as $$
begin
  raise exception 'withdrawal %: its terms can not be changed', old.id using errcode = 'insufficient_privilege';
end $$;

create table withdrawals (
  id uuid primary key,
  user_id uuid not null,
  asset text not null,
  token_type text not null,
  address text not null,
  address_encrypted bytea,
  bank_account_id uuid,
  tag text not null default '',
  amount numeric(38, 0) not null check (amount > 0),
  fee numeric(38, 0) not null check (fee >= 0),
  toman_value numeric(38, 0),
  state text not null check (state in ('REVIEW', 'APPROVED', 'BATCHED', 'CANCELLING', 'CANCELLED', 'REFUSING', 'REFUSED', 'PAID',
    'RETURNED', 'SENT', 'DONE')),
  review_reasons text[] not null default '{}',
  needed_approvals int not null default 0,
  reason text,
  promised_at timestamptz,
  untold text,
  created_at timestamptz not null,
  done_at timestamptz,
  check (amount > fee),
  check ((asset = 'TOMAN') = (token_type = 'TOMAN')),
  check ((asset = 'TOMAN') = (address_encrypted is not null))
);
comment on table withdrawals is 'Withdrawals of coins and of Toman. Their terms can''t be changed, and rows are never deleted.';
comment on column withdrawals.token_type is 'The network; TOMAN for Toman.';
comment on column withdrawals.address is 'Where a coin goes; for Toman the masked Sheba.';
comment on column withdrawals.address_encrypted is 'The Sheba, encrypted under a key derived from SECRET_KEY; null: a coin.';
comment on column withdrawals.bank_account_id is 'The person''s bank account; null: a coin.';
comment on column withdrawals.tag is 'The memo or destination tag; '''' for none.';
comment on column withdrawals.amount is 'What leaves the balance, fee included, in smallest units of the asset.';
comment on column withdrawals.toman_value is
  'Value when it was requested, in smallest units of Toman; null: it had no price, and it is reviewed.';
comment on column withdrawals.state is
  'REVIEW: waits for staff. APPROVED: on its way; for coins, outgoing has the progress. BATCHED: in a bank''s batch. CANCELLING, '
  'REFUSING: decided, and the ledger is about to return the money. CANCELLED, REFUSED: the money was returned. PAID: by the bank. '
  'RETURNED: the bank or the chain returned it. DONE: final on the chain. SENT is never written.';
comment on column withdrawals.review_reasons is 'Why staff reviews it: LARGE, COIN_LIMIT or FLAGGED_PERSON.';
comment on column withdrawals.needed_approvals is 'How many staff members have to approve it; 0: it leaves without approval.';
comment on column withdrawals.reason is 'The reason that staff or the bank gave for its not arriving; null: none.';
comment on column withdrawals.promised_at is
  'When the bank is to have paid, as promised to the owner; null: a coin, or no promise holds.';
comment on column withdrawals.untold is
  'The notice that is still to be sent to its owner; set with the change that it is about, cleared when it is sent. Null: none.';
comment on column withdrawals.done_at is 'When it ended; null: it has not.';
create index withdrawals_of_user on withdrawals (user_id, id);
create index withdrawals_in_state on withdrawals (state, id);
create index toman_withdrawals_waiting on withdrawals (id) where asset = 'TOMAN' and state = 'APPROVED';
create index withdrawals_untold on withdrawals (id) where untold is not null;
-- A receipt number is the last fifteen hexadecimal digits of an id (receiptNumber), by which staff finds a transfer. Orders have
-- no such index, which would slow down each trade: the receipt of an order is found in issued_documents once it was opened.
create index withdrawals_by_number on withdrawals ((right(replace(id::text, '-', ''), 15)));
create trigger withdrawals_no_delete before delete or truncate on withdrawals
  for each statement execute function refuse_change();
create trigger withdrawals_keep_terms before update on withdrawals for each row
  when ((new.id, new.user_id, new.asset, new.token_type, new.address, new.address_encrypted is null, new.tag, new.amount,
      new.fee, new.created_at)
    is distinct from (old.id, old.user_id, old.asset, old.token_type, old.address, old.address_encrypted is null, old.tag,
      old.amount, old.fee, old.created_at))
  execute function refuse_withdrawal_change();

-- Refuses an approval by the owner of the withdrawal.
create function refuse_own_approval() returns trigger language plpgsql as $$
begin
  if exists (select from withdrawals where id = new.withdrawal_id and user_id = new.staff_id) then
    raise exception 'withdrawal %: its owner cannot approve it', new.withdrawal_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create table withdrawal_approvals (
  withdrawal_id uuid not null references withdrawals,
  staff_id uuid not null,
  at timestamptz not null,
  assertion jsonb,
  primary key (withdrawal_id, staff_id)
);
comment on table withdrawal_approvals is 'Which staff members approved a withdrawal. No one approves their own; append-only.';
comment on column withdrawal_approvals.assertion is
  'WebAuthn assertion over the exact payment: key, authenticatorData, clientDataJSON and signature in base64url. Null: Toman.';
create trigger no_own_approval before insert on withdrawal_approvals for each row execute function refuse_own_approval();
create trigger withdrawal_approvals_append_only before update or delete or truncate on withdrawal_approvals
  for each statement execute function refuse_change();

create table withdrawal_places (
  id uuid primary key,
  user_id uuid not null,
  asset text not null,
  amount numeric(38, 0) not null,
  toman_value numeric(38, 0) not null,
  reviewed boolean not null,
  idempotency_key text,
  plan jsonb not null,
  plan_mac bytea not null,
  state text not null check (state in ('TAKEN', 'USED', 'RELEASED', 'FAILED')),
  created_at timestamptz not null,
  address_encrypted bytea
);
comment on table withdrawal_places is
  'Reservations of the limits, made with the use of the code, before the ledger command. A row stores the whole command, so that '
  'a repeated request with the same key can complete it.';
comment on column withdrawal_places.id is 'The id of the withdrawal.';
comment on column withdrawal_places.amount is 'Smallest units of the asset.';
comment on column withdrawal_places.toman_value is 'Value in smallest units of Toman; 0: it had no price, and it is reviewed.';
comment on column withdrawal_places.reviewed is
  'Whether staff reviews it; what they approve does not count towards what may leave without approval.';
comment on column withdrawal_places.plan is 'JSON of the ledger command.';
comment on column withdrawal_places.plan_mac is 'Keyed digest of id, user_id, idempotency_key and plan: no other plan is executed.';
comment on column withdrawal_places.state is
  'TAKEN: the ledger has not replied yet. USED: the withdrawal exists. RELEASED: refused, cancelled or returned. FAILED: the plan '
  'was changed; nothing was withdrawn, and it counts until staff has checked it.';
comment on column withdrawal_places.address_encrypted is
  'Of Toman: the Sheba, encrypted under a key derived from SECRET_KEY; the plan has its keyed digest.';
create index withdrawal_places_of_user on withdrawal_places (user_id, created_at) include (toman_value) where state <> 'RELEASED';
create index withdrawal_places_of_coin on withdrawal_places (asset, created_at) include (toman_value)
  where state <> 'RELEASED' and not reviewed;
create index withdrawal_places_of_key on withdrawal_places (user_id, idempotency_key) where idempotency_key is not null;
create index withdrawal_places_open on withdrawal_places (id) where state = 'TAKEN';

create table withdrawal_locks (
  asset text primary key references coins
);
comment on table withdrawal_locks is 'A row per asset, locked by the transaction that counts its withdrawals.';

insert into withdrawal_locks (asset) select asset from coins;

create table withdrawal_level_limits (
  level text primary key references account_levels,
  per_day numeric(38, 0) not null,
  per_month numeric(38, 0) not null,
  version int not null default 1
);
comment on table withdrawal_level_limits is 'How much a person of a fee level may withdraw. Staff edits it.';
comment on column withdrawal_level_limits.per_day is 'Value in smallest units of Toman, as is per_month.';
comment on column withdrawal_level_limits.version is 'Incremented by every change, so that a change based on an older version is refused.';
create trigger next_version before update on withdrawal_level_limits for each row execute function next_version();

insert into withdrawal_level_limits (level, per_day, per_month) values
  ('BRONZE', 500000000000000, 10000000000000000),
  ('SILVER', 1000000000000000, 20000000000000000),
  ('GOLD', 2000000000000000, 40000000000000000),
  ('PLATINUM', 5000000000000000, 100000000000000000),
  ('SUPERVISOR', 20000000000000000, 400000000000000000);

-- A customer of a level without limits could withdraw nothing, so each level has a row. A migration that adds a level inserts
-- both rows, the level first.
alter table account_levels add constraint account_levels_limits_fkey foreign key (level) references withdrawal_level_limits
  deferrable initially deferred;

create table withdrawal_coin_limits (
  asset text primary key references coins,
  per_hour numeric(38, 0) not null,
  per_day numeric(38, 0) not null,
  version int not null default 1
);
comment on table withdrawal_coin_limits is
  'How much of a coin may leave without approval, all people together; beyond it withdrawals are reviewed. Staff edits it.';
comment on column withdrawal_coin_limits.per_hour is 'Value in smallest units of Toman, as is per_day.';
comment on column withdrawal_coin_limits.version is 'Incremented by every change, so that a change based on an older version is refused.';
create trigger next_version before update on withdrawal_coin_limits for each row execute function next_version();

insert into withdrawal_coin_limits (asset, per_hour, per_day) select asset, 5000000000000000, 50000000000000000 from coins;

create table withdrawal_thresholds (
  singleton boolean primary key default true check (singleton),
  review numeric(38, 0) not null,
  four_eyes numeric(38, 0) not null,
  sms numeric(38, 0) not null,
  version int not null default 1
);
comment on table withdrawal_thresholds is
  'One row of values in smallest units of Toman from which a withdrawal needs further checks. Staff edits it.';
comment on column withdrawal_thresholds.singleton is 'Always true: there is one row.';
comment on column withdrawal_thresholds.review is 'From this value on, one staff member reviews it.';
comment on column withdrawal_thresholds.four_eyes is 'From this value on, two staff members review it.';
comment on column withdrawal_thresholds.sms is 'From this value on, a person whose second factor is e-mail also confirms by SMS.';
comment on column withdrawal_thresholds.version is 'Incremented by every change, so that a change based on an older version is refused.';
create trigger next_version before update on withdrawal_thresholds for each row execute function next_version();

insert into withdrawal_thresholds (review, four_eyes, sms) values (300000000000000, 1000000000000000, 50000000000000);

create table withdrawal_person_limits (
  user_id uuid primary key references users,
  per_day numeric(38, 0) not null check (per_day >= 0),
  per_month numeric(38, 0) not null,
  until timestamptz not null,
  reason text not null,
  set_by uuid not null references users,
  set_at timestamptz not null,
  raised boolean not null,
  check (per_month >= per_day)
);
comment on table withdrawal_person_limits is
  'How much a single person may withdraw until a time, instead of the limits of their level.';
comment on column withdrawal_person_limits.per_day is 'Value in smallest units of Toman, as is per_month.';
comment on column withdrawal_person_limits.raised is
  'True: they are above the level''s limits and apply as they are. False: they protect the person, and never allow more than the '
  'level''s limits.';

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
comment on table book_addresses is 'Saved withdrawal addresses of people.';
comment on column book_addresses.tag is 'The memo or destination tag; '''' for none.';
comment on column book_addresses.label is 'What the person calls it.';
comment on column book_addresses.usable_from is
  'While the person withdraws only to saved addresses, a new one can be used only a day after it was saved.';

create table whitelists (
  user_id uuid primary key,
  since timestamptz not null
);
comment on table whitelists is 'People who withdraw coins only to saved addresses.';

create table freezes (
  id uuid primary key,
  user_id uuid not null,
  asset text not null,
  amount numeric(38, 0) not null check (amount > 0),
  court_order text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  lifted_by uuid,
  lifted_at timestamptz,
  lift_reason text,
  check (lifted_by is null or lifted_by <> created_by)
);
comment on table freezes is 'Parts of a person''s balance that a court has frozen. The amount is in the person''s blocked account.';
comment on column freezes.amount is 'Smallest units of the asset.';
comment on column freezes.court_order is 'Number and court of the order.';
comment on column freezes.lifted_by is 'The staff member who lifted it, never its creator. Null: in force.';
create index freezes_of_user on freezes (user_id, id);
