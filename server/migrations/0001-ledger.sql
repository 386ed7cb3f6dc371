-- The ledger: accounts, immutable transfers, one head row that only the holder of the lease may advance.

create table ledger_head (
  singleton boolean primary key default true check (singleton),
  -- Rises with each new holder of the lease: a writer that lost it can't commit (fencing token).
  epoch bigint not null,
  holder text not null,
  lease_until timestamptz not null,
  -- Rises by one with each settlement batch.
  batch bigint not null,
  last_transfer_id bigint not null,
  last_account_id bigint not null
);

insert into ledger_head (epoch, holder, lease_until, batch, last_transfer_id, last_account_id)
values (0, '', '-infinity', 0, 0, 0);

create table accounts (
  id bigint primary key,
  -- A user's id, 'house', 'company:<id>' or 'outside:<channel>'.
  owner text not null,
  asset text not null,
  kind text not null check (kind in
    ('spendable', 'blocked', 'inventory', 'fee', 'expense', 'in_flight', 'suspense', 'reorg_loss', 'receipts', 'outside')),
  balance numeric(38, 0) not null,
  unique (owner, asset, kind),
  constraint user_balance_not_negative check (balance >= 0 or kind not in ('spendable', 'blocked'))
) with (fillfactor = 60);

create table transfers (
  -- Given by the writer, without gaps: the order of the ledger.
  id bigint primary key,
  debit_account bigint not null,
  credit_account bigint not null,
  amount numeric(38, 0) not null check (amount > 0),
  -- Balances after this transfer.
  debit_balance numeric(38, 0) not null,
  credit_balance numeric(38, 0) not null,
  kind text not null,
  -- What it belongs to: an order, a payment, a withdrawal.
  reference uuid not null,
  created_at timestamptz not null default now(),
  check (debit_account <> credit_account)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger transfers_append_only before update or delete or truncate on transfers
  for each statement execute function refuse_change();

create trigger accounts_stay before delete or truncate on accounts
  for each statement execute function refuse_change();

-- One reply for each key: a repeat gets it again, whatever happened to the first answer on its way.
create table idempotency (
  key text not null,
  owner text not null,
  -- Of the method, path and body the key came with.
  digest text not null,
  reply text not null,
  created_at timestamptz not null default now(),
  primary key (key, owner)
);
-- Old replies are forgotten; they lie in the order they came.
create index idempotency_by_time on idempotency using brin (created_at) with (pages_per_range = 16);

create function batch_lock(number bigint) returns int language sql immutable as $$ select (number % 1000000)::int $$;

-- Begins each settlement batch: whoever comes after it waits for its end.
create function begin_batch(number bigint) returns void language sql as $$
  select pg_advisory_xact_lock(7351, batch_lock(number))
$$;

-- Ends each settlement batch: waits for the batch before, takes the head's lock, checks that this writer still is the
-- writer, then writes the balances it reckoned. SL001: the lease is lost. SL002: the batch before never came.
create function settle(
  expected_epoch bigint, expected_batch bigint, transfer_id bigint, account_id bigint, lease interval,
  account_ids bigint[], balances numeric[]
) returns void language plpgsql as $$
declare
  found_batch bigint;
  looks int := 0;
  written int;
begin
  -- The batch before holds its lock until it has ended; its rows may still be going in on another connection. Where
  -- that connection has not even begun (a busy machine), there is no lock to wait for yet, and we look again.
  loop
    select batch into found_batch from ledger_head where epoch = expected_epoch;
    exit when found_batch is null or found_batch >= expected_batch or looks = 500;
    if looks > 0 then
      perform pg_sleep(0.001);
    end if;
    perform pg_advisory_lock_shared(7351, batch_lock(expected_batch - 1));
    perform pg_advisory_unlock_shared(7351, batch_lock(expected_batch - 1));
    looks := looks + 1;
  end loop;
  update ledger_head
    set batch = batch + 1, last_transfer_id = transfer_id, last_account_id = account_id,
        lease_until = clock_timestamp() + lease
    where epoch = expected_epoch
    returning batch - 1 into found_batch;
  if found_batch is null then
    raise exception 'ledger: lease lost' using errcode = 'SL001';
  end if;
  if found_batch <> expected_batch then
    raise exception 'ledger: batch % expected, found %', expected_batch, found_batch using errcode = 'SL002';
  end if;
  update accounts a set balance = v.balance
    from unnest(account_ids, balances) as v(id, balance)
    where a.id = v.id;
  get diagnostics written = row_count;
  if written <> cardinality(account_ids) then
    raise exception 'ledger: % of % accounts exist', written, cardinality(account_ids) using errcode = 'SL002';
  end if;
end $$;
