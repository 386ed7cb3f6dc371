-- Each settlement batch carries a MAC over what it wrote and over the batch before, by a key that isn't in here.
create table ledger_batches (
  number bigint primary key,
  opening boolean not null,
  at timestamptz not null,
  last_transfer_id bigint not null,
  last_account_id bigint not null,
  mac bytea not null check (octet_length(mac) = 32)
);

comment on table ledger_batches is
  'One row for each settlement batch, by which the transfers are authentic: decision 52.';
comment on column ledger_batches.number is
  'ledger_head.batch after it.';
comment on column ledger_batches.opening is
  'No batch: the MAC covers all transfers and accounts before it, and none of the rows before this one.';
comment on column ledger_batches.last_transfer_id is
  'Its transfers are those beyond that of the row before.';
comment on column ledger_batches.last_account_id is
  'The accounts that came into being with it are those beyond that of the row before.';
comment on column ledger_batches.mac is
  'HMAC-SHA-256 by a key derived from BOOKS_KEY.';

alter table ledger_head add column mac bytea;
comment on column ledger_head.mac is
  'That of the last row of ledger_batches; null: the chain has not been opened yet.';

drop function settle(bigint, bigint, bigint, bigint, interval, bigint[], numeric[]);

-- Ends each settlement batch: waits for the batch before, takes the head's lock, checks that this writer still is the
-- writer, then writes the balances it reckoned. SL001: the lease is lost. SL002: the batch before never came.
create function settle(
  expected_epoch bigint, expected_batch bigint, transfer_id bigint, account_id bigint, batch_at timestamptz,
  batch_mac bytea, lease interval, account_ids bigint[], balances numeric[]
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
