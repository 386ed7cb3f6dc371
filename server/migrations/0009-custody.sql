-- Custody: deposit addresses, what the chains say, what leaves. Amounts are smallest units of the asset, which are the
-- chain's own; a chain is that of domain/src/networks.ts.

alter table coin_networks
  -- Blocks on top, its own included, until a deposit counts; chains that say themselves what is final need none.
  add column confirmations int not null default 1 check (confirmations between 1 and 100000),
  -- Less is not credited by itself: it lands with the staff.
  add column min_deposit numeric(38, 0) not null default 0 check (min_deposit >= 0);

update coin_networks set confirmations = v.confirmations, min_deposit = v.min_deposit from (values
  ('TETHER', 'ERC20', 32, 2000000), ('TETHER', 'TRC20', 20, 1000000), ('BITCOIN', 'BITCOIN', 3, 10000),
  ('ETHEREUM', 'ETHEREUM', 32, 1000000000000000), ('BINANCE_COIN_BSC', 'BINANCE_COIN_BSC', 15, 2000000000000000),
  ('RIPPLE', 'RIPPLE', 1, 1000000), ('TRON', 'TRON', 20, 1000000), ('DOGE_COIN', 'DOGE_COIN', 40, 500000000),
  ('LITE_COIN', 'LITE_COIN', 12, 500000), ('BITCOIN_CASH', 'BITCOIN_CASH', 15, 200000),
  ('STELLAR', 'STELLAR', 1, 10000000), ('MATIC', 'MATIC', 128, 1000000000000000000),
  ('CLASSIC_ETHEREUM', 'CLASSIC_ETHEREUM', 20000, 50000000000000000), ('DASH', 'DASH', 6, 500000),
  ('ELROND', 'ELROND', 1, 20000000000000000), ('CELO', 'CELO', 1, 1000000000000000000), ('EOS', 'EOS', 1, 1000)
) as v(asset, token_type, confirmations, min_deposit)
where coin_networks.asset = v.asset and coin_networks.token_type = v.token_type;

-- One living address per person, coin and network. The signature is the signer's over all that the row claims.
create table deposit_addresses (
  id uuid primary key,
  user_id uuid not null,
  asset text not null,
  token_type text not null,
  chain text not null,
  address text not null,
  -- Where all share one address; '' where nobody does.
  tag text not null default '',
  key_index bigint not null,
  signature bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  -- When the row was first found not to be what the signer signed; it is never shown again.
  tampered_at timestamptz,
  unique (chain, address, tag)
);
create unique index deposit_address_in_use on deposit_addresses (user_id, asset, token_type) where retired_at is null;
create index deposit_address_of_key on deposit_addresses (chain, key_index);

-- The next tag of a chain that nobody has, or the next key of a path; chains that share a path share its keys.
create table address_counters (
  chain text primary key,
  next bigint not null
);

-- Addresses of chains where a public key derives none, made by the signer beforehand.
create table address_pool (
  chain text not null,
  key_index bigint not null,
  address text not null,
  primary key (chain, key_index)
);

-- How far a chain was read, and the newest blocks of what was read, to see when they are undone.
create table chain_cursors (
  chain text primary key,
  height bigint not null,
  -- Newest block of the chain and newest final one when it was last looked at.
  head_height bigint not null,
  final_height bigint,
  scanned_at timestamptz not null
);
create table chain_blocks (
  chain text not null,
  height bigint not null,
  hash text not null,
  primary key (chain, height)
);

-- Everything that arrived at an address of ours, once: the three columns name it for good.
create table coin_deposits (
  id uuid primary key,
  chain text not null,
  txid text not null,
  output_index bigint not null,
  -- Null: a token nobody knows, named by contract.
  asset text,
  token_type text,
  contract text,
  address text not null,
  tag text not null default '',
  amount numeric(38, 0) not null check (amount > 0),
  -- Whose it is, or would be; null: nobody's.
  user_id uuid,
  -- PENDING: seen, or not yet deep enough. CREDITED: in the books. UNCLAIMED, PROPOSED: with the staff.
  -- ORPHANED: the chain took it back before it was credited (it may come again). REVERSED: after. KEPT: closed by staff.
  state text not null check (state in
    ('PENDING', 'CREDITED', 'UNCLAIMED', 'PROPOSED', 'ORPHANED', 'REVERSED', 'KEPT')),
  reason text,
  raised_by_user boolean not null default false,
  -- Null: waits for a block.
  height bigint,
  block_hash text,
  needed_confirmations int not null,
  -- Who of the staff says it is whose; somebody else decides.
  proposed_by uuid,
  proposed_user uuid,
  decided_by uuid,
  created_at timestamptz not null,
  credited_at timestamptz,
  -- Toman worth when it was credited, for sums; null: it had no price.
  toman_value numeric(38, 0),
  -- Lies in the house's suspense.
  booked boolean not null default false,
  -- How often it was taken out of the books again: each time it is credited anew under a key of its own.
  attempt int not null default 0,
  -- What the house lost when the chain took it back and the person had spent it; repaid first if it comes again.
  lost numeric(38, 0) not null default 0 check (lost between 0 and amount),
  -- What its owner is still to be told: DEPOSIT_CREDITED or DEPOSIT_REVERSED.
  to_tell text,
  -- The order that sweeps its address, of chains with an account per address.
  swept_by uuid,
  unique (chain, txid, output_index),
  check (state <> 'CREDITED' or
    (credited_at is not null and user_id is not null and asset is not null and height is not null and not booked)),
  check (not booked or (asset is not null and state in ('UNCLAIMED', 'PROPOSED', 'KEPT'))),
  check (state <> 'PROPOSED' or (proposed_by is not null and proposed_user is not null and booked))
);
create index coin_deposits_of_user on coin_deposits (user_id, id) where user_id is not null;
create index coin_deposits_open on coin_deposits (chain, id) where state in ('PENDING', 'ORPHANED');
create index coin_deposits_at_height on coin_deposits (chain, height) where height is not null;
create index coin_deposits_unclaimed on coin_deposits (id)
  where state in ('UNCLAIMED', 'PROPOSED') or (state = 'REVERSED' and decided_by is null);
create index coin_deposits_to_tell on coin_deposits (id) where to_tell is not null;
create index coin_deposits_to_sweep on coin_deposits (chain, asset, address)
  where state = 'CREDITED' and swept_by is null;

-- What leaves: withdrawals, sweeps of deposit addresses, gas for them, moves to the cold address. The seal is a keyed
-- digest of everything that says where how much goes; the signer signs nothing without it.
create table outgoing (
  id uuid primary key,
  kind text not null check (kind in ('WITHDRAWAL', 'SWEEP', 'GAS', 'COLD')),
  chain text not null,
  asset text not null,
  token_type text not null,
  -- Which key pays: null is the hot one, a number that of a deposit address.
  from_index bigint,
  address text not null,
  tag text not null default '',
  -- What arrives.
  amount numeric(38, 0) not null check (amount > 0),
  -- Of a withdrawal: whose, which, and the fee the person pays.
  user_id uuid,
  withdrawal_id uuid unique,
  fee numeric(38, 0) not null default 0 check (fee >= 0),
  seal bytea not null,
  -- QUEUED waits; CLAIMED is at the signer; SIGNED has bytes; SENT was taken by the chain; DONE is final.
  -- FAILED: on the chain without effect. CANCELLED: taken back while it was queued.
  state text not null check (state in ('QUEUED', 'CLAIMED', 'SIGNED', 'SENT', 'DONE', 'FAILED', 'CANCELLED')),
  -- Orders that are asked of the signer together, and are so again until it has answered.
  claim_id uuid,
  -- The newest one; an order that ever had one is never taken back.
  transaction_id uuid,
  trouble text,
  next_try_at timestamptz not null,
  tries int not null default 0,
  -- Transactions for it that the chain took and that failed.
  failures int not null default 0,
  created_at timestamptz not null,
  done_at timestamptz,
  check ((kind = 'WITHDRAWAL') = (user_id is not null and withdrawal_id is not null)),
  check (state not in ('SIGNED', 'SENT', 'DONE') or transaction_id is not null)
);
create index outgoing_to_do on outgoing (chain, id) where state in ('QUEUED', 'CLAIMED', 'SIGNED', 'SENT');
create index outgoing_of_transaction on outgoing (transaction_id) where state in ('SIGNED', 'SENT');
create index outgoing_failed_sweeps on outgoing (chain, from_index) where kind = 'SWEEP' and state = 'FAILED';
create index outgoing_done on outgoing (done_at) where kind = 'WITHDRAWAL' and state in ('DONE', 'FAILED');

-- Signed bytes, stored before they are broadcast.
create table chain_transactions (
  id uuid primary key,
  -- Id of the first one of those that outbid each other: the same payments by the same sequence or inputs, so that at
  -- most one of them comes true.
  payment_id uuid not null,
  chain text not null,
  txid text not null,
  raw text not null,
  sender text,
  sequence numeric(38, 0),
  max_fee numeric(38, 0),
  expires bigint,
  -- SIGNED: not known to have reached the chain. SENT. INCLUDED in a block. DONE: final. DEAD: never to be included.
  state text not null check (state in ('SIGNED', 'SENT', 'INCLUDED', 'DONE', 'DEAD')),
  ok boolean,
  height bigint,
  block_hash text,
  fee numeric(38, 0),
  created_at timestamptz not null,
  done_at timestamptz,
  unique (chain, txid)
);
create index chain_transactions_of_payment on chain_transactions (payment_id);
create index chain_transactions_open on chain_transactions (chain, id) where state in ('SIGNED', 'SENT', 'INCLUDED');

-- Outputs of UTXO chains that are ours: deposits and our own change.
create table unspent_outputs (
  chain text not null,
  txid text not null,
  output_index bigint not null,
  amount numeric(38, 0) not null,
  -- Null: the hot key.
  key_index bigint,
  height bigint,
  -- The transaction of ours that spends it.
  spent_by uuid,
  primary key (chain, txid, output_index)
);
create index unspent_outputs_free on unspent_outputs (chain, height) where spent_by is null;

-- One row, read before anything leaves; the signer reads it too.
create table kill_switch (
  singleton boolean primary key default true check (singleton),
  stopped boolean not null,
  reason text not null,
  changed_by uuid,
  changed_at timestamptz not null
);
insert into kill_switch (stopped, reason, changed_at) values (false, '', now());

-- Hot share of the liabilities in percent, per coin.
create table hot_targets (
  asset text primary key references coins,
  percent int not null default 10 check (percent between 0 and 100)
);
insert into hot_targets (asset) select distinct asset from coin_networks;

-- The sandbox's own chains: a stranger's database in real life, so nothing but its provider reads it.
create table sandbox_blocks (
  chain text not null,
  height bigint not null,
  hash text not null,
  parent_hash text not null,
  at timestamptz not null,
  primary key (chain, height)
);
create table sandbox_transactions (
  id bigint generated always as identity primary key,
  chain text not null,
  txid text not null,
  raw text,
  -- What it pays and spends, as the codec read it.
  body jsonb not null,
  -- Null: waits for a block.
  height bigint,
  ok boolean not null default true,
  fee numeric(38, 0) not null default 0,
  dropped boolean not null default false,
  unique (chain, txid)
);
create index sandbox_transactions_at on sandbox_transactions (chain, height);
-- Who spends an output.
create index sandbox_transactions_inputs on sandbox_transactions using gin ((body -> 'inputs') jsonb_path_ops);
create table sandbox_balances (
  chain text not null,
  address text not null,
  token_type text not null,
  balance numeric(38, 0) not null,
  sequence bigint not null default 0,
  primary key (chain, address, token_type)
);
