-- Toman in and out by the bank: dated rules, identified deposits, daily batches, holidays, partial freezes.

-- Rules of the authorities and our own, each from a time on; the newest that began holds. `body`: RuleSet of
-- domain/src/contracts/treasury.ts.
create table rules (
  id uuid primary key,
  valid_from timestamptz not null,
  body jsonb not null,
  reason text not null,
  set_by uuid,
  created_at timestamptz not null default now()
);
create index rules_by_time on rules (valid_from desc, id desc);
create trigger rules_append_only before update or delete or truncate on rules
  for each statement execute function refuse_change();

insert into rules (id, valid_from, reason, body) values ('01930000-0000-7000-8000-000000000001', '2025-01-01T00:00:00Z', 'first rules',
  '{"tomanDepositPerDay":"25000000","identifiedDepositPerDay":"200000000","depositHoldHours":0,
    "stablecoinPerYear":null,"stablecoinHolding":null,"tradingHours":null}');

-- The payment identifier of a person for bank transfers, with its check digits.
create table deposit_identifiers (
  user_id uuid primary key,
  identifier text not null unique
);
create sequence deposit_identifier_numbers start 100001;

-- Lines of the bank statement, once by their reference.
create table bank_deposits (
  id uuid primary key,
  reference text not null,
  identifier text not null,
  payer_masked text not null,
  payer_encrypted bytea not null,
  -- Keyed digest of the payer's Sheba, to count what it paid on a day.
  payer_index bytea not null,
  payer_name text not null,
  -- Toman smallest units.
  amount numeric(38, 0) not null check (amount > 0),
  paid_at timestamptz not null,
  -- Of Tehran.
  paid_day date not null,
  -- NEW: not in the books yet. Once it has a person or a reason it is judged, and booked as judged.
  state text not null check (state in ('NEW', 'MATCHED', 'UNMATCHED', 'PROPOSED', 'RETURNED')),
  reason text,
  user_id uuid,
  -- Who of the staff brought the line in: never credits themselves by it, and much only as a proposal.
  imported_by uuid not null,
  proposed_by uuid,
  -- Set with who decided; the ledger moves the money after it, once.
  decision text check (decision in ('CREDIT', 'RETURN')),
  decided_by uuid,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- Credited, and its owner not told yet.
  untold boolean not null default false,
  check (state <> 'PROPOSED' or (proposed_by is not null and user_id is not null)),
  check (state <> 'MATCHED' or (user_id is not null and settled_at is not null)),
  check ((decision is null) = (decided_by is null)),
  check (state <> 'MATCHED' or user_id <> imported_by or decision is not null),
  -- Who names a person isn't who credits them.
  check (decision is distinct from 'CREDIT' or decided_by <> proposed_by)
);
-- However the reference was typed.
create unique index bank_deposits_reference on bank_deposits (upper(regexp_replace(reference, '\s', '', 'g')));
create index bank_deposits_new on bank_deposits (id) where state = 'NEW';
create index bank_deposits_untold on bank_deposits (id) where untold;
create index bank_deposits_waiting on bank_deposits (id) where state in ('UNMATCHED', 'PROPOSED');
create index bank_deposits_of_user on bank_deposits (user_id, id) where user_id is not null;
create index bank_deposits_of_payer on bank_deposits (payer_index, paid_day) where user_id is not null;
create index bank_deposits_by_state on bank_deposits (state, id);

-- When money last came in, for the hold on coins after it.
create index bank_deposits_credited on bank_deposits (user_id, settled_at) where state = 'MATCHED';
create index payments_credited on payments (user_id, settled_at) where state = 'PAID';

create table bank_holidays (
  day date primary key,
  title text not null,
  provisional boolean not null
);

create table payouts (
  id uuid primary key,
  -- Each day once.
  day date not null unique,
  state text not null check (state in ('OPEN', 'EXPORTED', 'CLOSED')),
  exported_by uuid,
  exported_at timestamptz,
  closed_by uuid,
  closed_at timestamptz,
  created_at timestamptz not null,
  -- Counted as its lines come and go, so that no list counts lines. Toman smallest units.
  lines int not null default 0,
  total numeric(38, 0) not null default 0,
  paid int not null default 0,
  returned int not null default 0,
  -- Whoever took the file to the bank doesn't say that it was paid.
  check (closed_by is null or closed_by <> exported_by),
  check (paid + returned <= lines)
);

-- Everybody who took the file; `exported_by` is the first of them.
create table payout_exports (
  payout_id uuid not null references payouts,
  staff_id uuid not null,
  at timestamptz not null,
  primary key (payout_id, staff_id)
);
create function refuse_own_payout() returns trigger language plpgsql as $$
begin
  if exists (select from payout_exports where payout_id = new.id and staff_id = new.closed_by) then
    raise exception 'payout %: who took the file cannot say that it was paid', new.id
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger no_own_payout before update on payouts for each row
  when (new.closed_by is distinct from old.closed_by) execute function refuse_own_payout();
create trigger payout_exports_stay before update or delete or truncate on payout_exports
  for each statement execute function refuse_change();

create table payout_lines (
  payout_id uuid not null references payouts,
  withdrawal_id uuid primary key references withdrawals,
  state text not null check (state in ('WAITING', 'PAID', 'RETURNED')),
  reason text,
  returned_by uuid,
  check ((state = 'RETURNED') = (returned_by is not null))
);
create function refuse_own_return() returns trigger language plpgsql as $$
begin
  if exists (select from payout_exports where payout_id = new.payout_id and staff_id = new.returned_by)
    or exists (select from payouts where id = new.payout_id and closed_by = new.returned_by)
  then
    raise exception 'payout line %: who had it paid cannot give it back', new.withdrawal_id
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger no_own_return before update on payout_lines for each row
  when (new.returned_by is distinct from old.returned_by) execute function refuse_own_return();
create index payout_lines_of on payout_lines (payout_id, withdrawal_id);

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
create index freezes_of_user on freezes (user_id, id);

-- Tether that a person bought on a day of Tehran, smallest units; folded from orders together with user_volumes, so
-- that a year of it is at most 366 rows.
create table stablecoin_purchases (
  user_id uuid not null,
  day date not null,
  amount numeric(38, 0) not null,
  primary key (user_id, day)
);
-- The least id (UUIDv7) that can be made at a time: what came since is found by the ids, which are in the order of time.
create function id_from(at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from greatest(at, 'epoch')) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
insert into stablecoin_purchases (user_id, day, amount)
  select o.user_id, (o.created_at at time zone 'Asia/Tehran')::date, sum(o.executed_amount)
  from orders o, trade_totals t
  where o.created_at < t.folded_until and o.coin = 'TETHER' and o.order_type = 'EXCHANGE_BUY' and o.executed_amount > 0
  group by 1, 2;

-- What came in and was earned by a person, per coin: folded from transfers by their gapless ids, so that the
-- wallet page never adds transfers up. `toman_value` is worth at that time; `unvalued` had no price then.
create table wallet_sums (
  user_id uuid not null,
  asset text not null,
  kind text not null check (kind in ('deposit', 'referral')),
  toman_value numeric(38, 0) not null default 0,
  unvalued numeric(38, 0) not null default 0,
  primary key (user_id, asset, kind)
);
create table wallet_sums_head (
  singleton boolean primary key default true check (singleton),
  -- The last transfer that was folded.
  transfer_id bigint not null
);
insert into wallet_sums_head (transfer_id) values (0);
