-- The ledger: accounts, immutable transfers, replies by idempotency key, and one head row that only the holder of the lease
-- advances. Also single rows of the whole installation: its mode, its encryption keys, and the versions that may run with it.
-- Amounts are numeric(38, 0) in smallest units of their asset. Keys that reference users are in the file of their table.

-- Refuses every change of a table whose rows are never edited.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- Increments the version of a row that staff edits, also on changes by SQL, so that no edit overwrites an unseen change.
create function next_version() returns trigger language plpgsql as $$
begin
  new.version = old.version + 1;
  return new;
end $$;

-- Returns the lowest UUIDv7 of a time. Ids are in the order of time, so rows since then are found by the primary key.
create function id_from(at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from greatest(at, 'epoch')) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

create table accounts (
  id bigint primary key,
  owner text not null,
  asset text not null,
  kind text not null check (kind in ('spendable', 'blocked', 'inventory', 'fee', 'expense', 'in_flight', 'suspense',
    'reorg_loss', 'receipts', 'outside')),
  balance numeric(38, 0) not null,
  unique (owner, asset, kind),
  constraint user_balance_not_negative check (balance >= 0 or kind not in ('spendable', 'blocked')),
  constraint receipts_not_negative check (balance >= 0 or kind <> 'receipts')
) with (fillfactor = 60);
comment on table accounts is
  'The accounts of the ledger with their balances. Only the ledger writes here, in the transaction of the transfers that '
  'explain the balance. Rows are never deleted.';
comment on column accounts.id is 'Assigned by the ledger''s writer from ledger_head.last_account_id.';
comment on column accounts.owner is 'A person''s id, ''house'', ''company:<id>'' or ''outside:<channel>''.';
comment on column accounts.kind is
  'spendable and blocked belong to people, receipts to companies, outside is the world beyond the ledger, and the others are the '
  'house''s. A blocked balance is held for an order, a withdrawal or a freeze.';
comment on column accounts.balance is
  'Smallest units of the asset. It can''t be negative for people and companies; it can be for the house and the outside.';
create trigger accounts_no_delete before delete or truncate on accounts
  for each statement execute function refuse_change();

create table transfers (
  id bigint primary key,
  debit_account bigint not null,
  credit_account bigint not null,
  amount numeric(38, 0) not null check (amount > 0),
  debit_balance numeric(38, 0) not null,
  credit_balance numeric(38, 0) not null,
  kind text not null,
  reference uuid not null,
  created_at timestamptz not null default now(),
  check (debit_account <> credit_account)
);
comment on table transfers is 'Every change of every balance; immutable, written by the ledger in its settlement batches.';
comment on column transfers.id is 'Assigned by the writer, without gaps: the order of the ledger.';
comment on column transfers.amount is 'Smallest units of the accounts'' asset.';
comment on column transfers.debit_balance is 'The balance of the debited account after this transfer; credit_balance likewise.';
comment on column transfers.kind is
  'What it is for: trade, fee, referral, deposit, withdrawal, hold, release, cost (a charge of a gateway, miner or bank), seed '
  '(sandbox money) or correction.';
comment on column transfers.reference is 'The order, payment or withdrawal that it belongs to.';
create trigger transfers_append_only before update or delete or truncate on transfers
  for each statement execute function refuse_change();

create table idempotency (
  key text not null,
  owner text not null,
  digest text not null,
  reply text not null,
  created_at timestamptz not null default now(),
  primary key (key, owner)
);
comment on table idempotency is
  'One reply for each key: a repeated request gets the stored reply, even if the first one was lost on its way. Replies to people '
  'are deleted after 30 days; those of our own commands are kept.';
comment on column idempotency.owner is 'The person or visitor whose key it is, or the kind of our own command.';
comment on column idempotency.digest is
  'Digest of the method, path and body of the first request with the key; the same key with another body is refused.';
comment on column idempotency.reply is 'The stored reply; '''' while the first request with this key is being processed.';
-- Old replies are deleted by age; rows are stored in the order of their insertion.
create index idempotency_by_time on idempotency using brin (created_at) with (pages_per_range = 16);

create table version_needs (
  name text primary key,
  since int not null check (since > 0),
  because text not null,
  in_use text not null
);
comment on table version_needs is
  'Features that earlier versions would settle wrongly while they are in use, one row each. A migration that introduces such a '
  'feature adds its row; all rows are checked when the lease is taken.';
comment on column version_needs.since is
  'The number of a migration: while the feature is in use, only versions that have this migration may settle. While it is not in '
  'use, earlier versions may too.';
comment on column version_needs.because is
  'What is in use, what an earlier version would do wrongly, and what ends the use: a refused process logs this text.';
comment on column version_needs.in_use is
  'An SQL condition that is true while the feature is in use. It must be fast, however many rows the tables have.';

-- The program that applies migrations creates this table before the first of them.
comment on table migrations is 'The migrations that were applied; written by the program that applies them.';
comment on column migrations.id is 'The number in the file''s name.';
comment on column migrations.sha256 is 'SHA-256 of the file: the start fails if a file was edited after it was applied.';
comment on column migrations.runs_since is
  'Versions whose last migration comes before this one can''t run with the database; 0: all versions can.';
comment on column migrations.because is 'What earlier versions would do wrongly; null: all versions can run.';

-- Returns the features in use that a version whose last migration is `known` would settle wrongly, newest first.
create function needs_beyond(known integer) returns table (needed integer, why text) language plpgsql stable as $$
declare
  need record;
  used boolean;
begin
  for need in select n.since, n.because, n.in_use from version_needs n where n.since > known order by n.since desc, n.name loop
    execute 'select ' || need.in_use into used;
    if used then
      needed := need.since;
      why := need.because;
      return next;
    end if;
  end loop;
end $$;

-- Refuses the lease to a process whose version would settle features in use wrongly (SL003).
create function check_writer_version() returns trigger language plpgsql as $$
declare
  known integer := coalesce(substring(new.holder from ' v(\d{1,9})$')::integer, 0);
  need record;
begin
  select * into need from needs_beyond(known) limit 1;
  if found then
    raise exception '% may not settle now: it needs one with migration % or later (%)',
      case known when 0 then 'a process that names no version' else format('the version that ends with migration %s', to_char(known, 'FM0000')) end,
      to_char(need.needed, 'FM0000'), need.why
      using errcode = 'SL003';
  end if;
  return new;
end $$;

-- Records in migrations which of them the features in use need; every version reads this before it starts.
-- Runs as the owner of the tables, since the server may not write there.
create function record_needs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update migrations m
    set runs_since = case when needs.why is null then 0 else m.id end, because = needs.why
    from (
      select n.since as id, string_agg(distinct used.why, '; ') as why
      from version_needs n left join needs_beyond(0) used on used.needed = n.since
      group by n.since
    ) needs
    where m.id = needs.id and m.because is distinct from needs.why;
  return null;
end $$;

create table ledger_head (
  singleton boolean primary key default true check (singleton),
  epoch bigint not null,
  holder text not null,
  lease_until timestamptz not null,
  batch bigint not null,
  last_transfer_id bigint not null,
  last_account_id bigint not null,
  mac bytea
);
comment on table ledger_head is
  'One row: the process that may write to the ledger, and the last batch. Every settlement batch advances it from the values it '
  'read, so that one of two concurrent writers fails.';
comment on column ledger_head.singleton is 'Always true: there is one row.';
comment on column ledger_head.epoch is
  'Rises with each new holder of the lease: a writer that lost its lease can''t commit (fencing token).';
comment on column ledger_head.holder is
  'The process that holds the lease, and the last migration of its version: 4711-… v0136. A process that names none gets no lease '
  'while a feature in use needs a version.';
comment on column ledger_head.lease_until is 'When another process may take the lease.';
comment on column ledger_head.batch is 'Rises by one with each settlement batch.';
comment on column ledger_head.last_transfer_id is 'The last id of transfers that was assigned.';
comment on column ledger_head.last_account_id is 'The last id of accounts that was assigned.';
comment on column ledger_head.mac is 'The MAC of the last row of ledger_batches; null: the chain has no opening row yet.';
-- Checked when the lease is taken, not when it is renewed.
create trigger ledger_head_check_version before update of holder on ledger_head for each row execute function check_writer_version();
create trigger ledger_head_taken after update of holder on ledger_head for each row execute function record_needs();
create trigger ledger_head_released after update of lease_until on ledger_head
  for each row when (new.lease_until = '-infinity') execute function record_needs();

insert into ledger_head (epoch, holder, lease_until, batch, last_transfer_id, last_account_id)
values (0, '', '-infinity', 0, 0, 0);

create table ledger_batches (
  number bigint primary key,
  opening boolean not null,
  at timestamptz not null,
  last_transfer_id bigint not null,
  last_account_id bigint not null,
  mac bytea not null check (octet_length(mac) = 32)
);
comment on table ledger_batches is
  'One row for each settlement batch; its MAC proves that the transfers are authentic (decision 52).';
comment on column ledger_batches.number is 'ledger_head.batch after this batch.';
comment on column ledger_batches.opening is
  'True: not a batch but the start of the chain. Its MAC covers all earlier transfers and accounts, and no earlier row of this '
  'table.';
comment on column ledger_batches.last_transfer_id is
  'The batch wrote the transfers after last_transfer_id of the previous row, up to this one.';
comment on column ledger_batches.last_account_id is
  'The batch created the accounts after last_account_id of the previous row, up to this one.';
comment on column ledger_batches.mac is 'HMAC-SHA-256 under a key derived from BOOKS_KEY.';

-- Maps a batch to the key of its advisory lock.
create function batch_lock(number bigint) returns int language sql immutable as $$ select (number % 1000000)::int $$;

-- Starts a settlement batch: takes a lock that the next batch waits for.
create function begin_batch(number bigint) returns void language sql as $$
  select pg_advisory_xact_lock(7351, batch_lock(number))
$$;

-- Ends a settlement batch: waits for the previous batch, locks the head, checks that this writer still has the lease, then
-- writes the balances that the writer calculated. SL001: the lease is lost. SL002: the previous batch was never written.
create function settle(
  expected_epoch bigint, expected_batch bigint, transfer_id bigint, account_id bigint, batch_at timestamptz,
  batch_mac bytea, lease interval, account_ids bigint[], balances numeric[]
) returns void language plpgsql as $$
declare
  found_batch bigint;
  looks int := 0;
  written int;
begin
  -- The previous batch holds its lock until it ends; another connection may still be writing its rows. Where that
  -- connection has not begun yet (a busy machine), there is no lock to wait for, and the head is read again.
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
    set batch = batch + 1, last_transfer_id = transfer_id, last_account_id = account_id, mac = batch_mac,
        lease_until = clock_timestamp() + lease
    where epoch = expected_epoch
    returning batch - 1 into found_batch;
  if found_batch is null then
    raise exception 'ledger: lease lost' using errcode = 'SL001';
  end if;
  if found_batch <> expected_batch then
    raise exception 'ledger: batch % expected, found %', expected_batch, found_batch using errcode = 'SL002';
  end if;
  insert into ledger_batches (number, opening, at, last_transfer_id, last_account_id, mac)
    values (expected_batch + 1, false, batch_at, transfer_id, account_id, batch_mac);
  update accounts a set balance = v.balance
    from unnest(account_ids, balances) as v(id, balance)
    where a.id = v.id;
  get diagnostics written = row_count;
  if written <> cardinality(account_ids) then
    raise exception 'ledger: % of % accounts exist', written, cardinality(account_ids) using errcode = 'SL002';
  end if;
end $$;

create table installation (
  one boolean primary key default true check (one),
  mode text not null check (mode in ('sandbox', 'production')),
  since timestamptz not null default now()
);
comment on table installation is
  'One row: whether the database is a sandbox''s or production''s. It never changes after the first start.';
comment on column installation.one is 'Always true, so that there is one row.';
comment on column installation.since is 'When a server first started with this database.';

create table sealing (
  one boolean primary key default true check (one),
  index_key_encrypted bytea
);
comment on table sealing is 'One row: how the values of this database are encrypted.';
comment on column sealing.one is 'Always true, so that there is one row.';
comment on column sealing.index_key_encrypted is
  'The key of keyed digests, encrypted under a key derived from SECRET_KEY. It stays the same when SECRET_KEY is replaced.';

insert into sealing default values;

create table sealed_canaries (
  name text primary key,
  sealed bytea not null
);
comment on table sealed_canaries is
  'One row for each key that seals values in this database: every process opens it before it continues, so that none runs with a '
  'wrong key.';
comment on column sealed_canaries.name is 'The name of the key''s setting.';
comment on column sealed_canaries.sealed is 'A known text, encrypted with that key.';

create table retired_keys (
  id bytea primary key,
  at timestamptz not null
);
comment on table retired_keys is 'Keys that were replaced: servers no longer seal with them.';
comment on column retired_keys.id is 'The first four bytes of a digest of the key.';
