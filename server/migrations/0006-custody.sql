-- Custody: deposit addresses, what was read from the chains, coin deposits, and outgoing payments. Amounts are smallest units of
-- the asset, which are the chain's own; a chain is one of domain/src/networks.ts.

create table deposit_addresses (
  id uuid primary key,
  user_id uuid not null,
  asset text not null,
  token_type text not null,
  chain text not null,
  address text not null,
  tag text not null default '',
  key_index bigint not null,
  signature bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  tampered_at timestamptz,
  generation int not null default 0,
  superseded boolean not null default false,
  unique (chain, address, tag)
);
comment on table deposit_addresses is 'Deposit addresses of people. One is in use per person, coin and network.';
comment on column deposit_addresses.tag is 'On chains where all share one account; '''' elsewhere.';
comment on column deposit_addresses.key_index is 'The number of the key, or the tag, that the signer finds it by.';
comment on column deposit_addresses.signature is
  'The signer''s, over everything that the row claims; an address is shown only while it fits.';
comment on column deposit_addresses.retired_at is 'Its owner replaced it; what still comes waits for staff. Null: in use.';
comment on column deposit_addresses.tampered_at is
  'When the row was first found not to be what the signer signed; it is never shown again. Null: sound.';
comment on column deposit_addresses.generation is 'Of the seed that its key is of; 0 is the first.';
comment on column deposit_addresses.superseded is
  'Retired since there is a newer seed: what still arrives is credited, unlike at one that staff retired.';
create unique index deposit_address_in_use on deposit_addresses (user_id, asset, token_type) where retired_at is null;
create index deposit_address_of_key on deposit_addresses (chain, key_index);

create table address_counters (
  chain text primary key,
  next bigint not null
);
comment on table address_counters is 'Counters from which deposit addresses and tags are numbered; a number is given out once.';
comment on column address_counters.chain is 'The chain, or the derivation path of keys where several chains share one.';
comment on column address_counters.next is 'The number that the next address or tag gets.';

create table address_pool (
  chain text not null,
  key_index bigint not null,
  address text not null,
  generation int not null default 0,
  primary key (chain, key_index)
);
comment on table address_pool is
  'Deposit addresses that the signer made beforehand, for chains where no address can be derived from a public key. A row is '
  'taken out when its address is given to a person.';

create table chain_cursors (
  chain text primary key,
  height bigint not null,
  head_height bigint not null,
  final_height bigint,
  scanned_at timestamptz not null,
  fork text check (fork in ('HALTED', 'FOLLOW'))
);
comment on table chain_cursors is 'How far each chain was read.';
comment on column chain_cursors.height is 'The last block that was read.';
comment on column chain_cursors.head_height is 'The newest block of the chain when it was last looked at.';
comment on column chain_cursors.final_height is
  'The newest final block when it was last looked at; null: the chain does not say what is final.';
comment on column chain_cursors.fork is
  'HALTED: the chain forked below every block that is remembered, or its node shows another chain; nothing is credited and '
  'nothing leaves. FOLLOW: staff said that the new chain is to be followed. Null: nothing is wrong.';

create table chain_blocks (
  chain text not null,
  height bigint not null,
  hash text not null,
  primary key (chain, height)
);
comment on table chain_blocks is 'The newest blocks that were read of each chain, to see when the chain undoes them.';

create table coin_deposits (
  id uuid primary key,
  chain text not null,
  txid text not null,
  output_index bigint not null,
  asset text,
  token_type text,
  contract text,
  address text not null,
  tag text not null default '',
  amount numeric(38, 0) not null check (amount > 0),
  user_id uuid,
  state text not null check (state in ('PENDING', 'CREDITED', 'UNCLAIMED', 'PROPOSED', 'ORPHANED', 'REVERSED', 'KEPT')),
  reason text,
  raised_by_user boolean not null default false,
  height bigint,
  block_hash text,
  needed_confirmations int not null,
  proposed_by uuid,
  proposed_user uuid,
  decided_by uuid,
  created_at timestamptz not null,
  credited_at timestamptz,
  toman_value numeric(38, 0),
  booked boolean not null default false,
  attempt int not null default 0,
  lost numeric(38, 0) not null default 0,
  to_tell text,
  swept_by uuid,
  unique (chain, txid, output_index),
  check (lost between 0 and amount),
  check (state <> 'CREDITED' or (credited_at is not null and user_id is not null and asset is not null and height is not null and
    not booked)),
  check (not booked or (asset is not null and state in ('UNCLAIMED', 'PROPOSED', 'KEPT'))),
  check (state <> 'PROPOSED' or (proposed_by is not null and proposed_user is not null and booked))
);
comment on table coin_deposits is
  'Everything that arrived at an address of ours, once: chain, txid and output_index name it for good. The chain reader, the '
  'ledger and staff write here.';
comment on column coin_deposits.output_index is 'The output, log entry or operation within the transaction.';
comment on column coin_deposits.asset is 'Null: an unknown token, named by contract.';
comment on column coin_deposits.contract is 'The contract of an unknown token; null: a known asset.';
comment on column coin_deposits.tag is 'The memo or destination tag it came with; '''' for none.';
comment on column coin_deposits.amount is 'Smallest units of the asset.';
comment on column coin_deposits.user_id is 'Whose it is, or would be; null: no owner is known.';
comment on column coin_deposits.state is
  'PENDING: seen, not deep enough yet. CREDITED: in its owner''s balance. UNCLAIMED: with staff. PROPOSED: staff has named a '
  'person, and a second one decides. ORPHANED: the chain took it back before it was credited, and it may come again. REVERSED: '
  'the chain took it back after it was credited. KEPT: closed by staff.';
comment on column coin_deposits.reason is
  'Why it was not credited automatically, such as UNKNOWN_TAG, BELOW_MINIMUM, RETIRED_ADDRESS, DEPOSITS_OFF or UNKNOWN_TOKEN; null: '
  'nothing is in the way.';
comment on column coin_deposits.raised_by_user is 'Its owner named the txid before the chain reader saw it.';
comment on column coin_deposits.height is 'The block it is in; null: it waits for one.';
comment on column coin_deposits.needed_confirmations is 'Blocks on top, its own included, that it needs; fixed when it was seen.';
comment on column coin_deposits.proposed_by is 'The staff member who named the owner; another one decides.';
comment on column coin_deposits.proposed_user is 'The person they named.';
comment on column coin_deposits.decided_by is 'Who decided; null: undecided.';
comment on column coin_deposits.toman_value is
  'What it was worth when it was credited, in smallest units of Toman, for sums; null: it had no price.';
comment on column coin_deposits.booked is 'It lies in the house''s suspense account.';
comment on column coin_deposits.attempt is
  'How often it was reversed in the ledger; each time it is credited again under another key.';
comment on column coin_deposits.lost is
  'What the house lost when the chain took it back after its owner had spent it, in smallest units; repaid first if it comes '
  'again.';
comment on column coin_deposits.to_tell is
  'The notice its owner has still to be sent, DEPOSIT_CREDITED or DEPOSIT_REVERSED; null: none.';
comment on column coin_deposits.swept_by is
  'The order in outgoing that sweeps its address, on chains with an account per address; null: not swept.';
create index coin_deposits_of_user on coin_deposits (user_id, id) where user_id is not null;
create index coin_deposits_open on coin_deposits (chain, id) where state in ('PENDING', 'ORPHANED');
create index coin_deposits_at_height on coin_deposits (chain, height) where height is not null;
create index coin_deposits_unclaimed on coin_deposits (id)
  where state in ('UNCLAIMED', 'PROPOSED') or (state = 'REVERSED' and decided_by is null);
create index coin_deposits_to_tell on coin_deposits (id) where to_tell is not null;
create index coin_deposits_to_sweep on coin_deposits (chain, asset, address) where state = 'CREDITED' and swept_by is null;
create index coin_deposits_by_number on coin_deposits ((right(replace(id::text, '-', ''), 15)));

create table outgoing (
  id uuid primary key,
  kind text not null check (kind in ('WITHDRAWAL', 'SWEEP', 'GAS', 'COLD', 'ROTATION')),
  chain text not null,
  asset text not null,
  token_type text not null,
  from_index bigint,
  address text not null,
  tag text not null default '',
  amount numeric(38, 0) not null check (amount > 0),
  user_id uuid,
  withdrawal_id uuid unique,
  fee numeric(38, 0) not null default 0 check (fee >= 0),
  seal bytea not null,
  state text not null check (state in ('QUEUED', 'CLAIMED', 'SIGNED', 'SENT', 'DONE', 'FAILED', 'CANCELLED')),
  claim_id uuid,
  transaction_id uuid,
  trouble text,
  next_try_at timestamptz not null,
  tries int not null default 0,
  failures int not null default 0,
  created_at timestamptz not null,
  done_at timestamptz,
  generation int not null default 0,
  check ((kind = 'WITHDRAWAL') = (user_id is not null and withdrawal_id is not null)),
  check (state not in ('SIGNED', 'SENT', 'DONE') or transaction_id is not null)
);
comment on table outgoing is
  'What leaves our addresses: withdrawals, sweeps of deposit addresses, gas for them, and moves to the cold address. Amounts '
  'are smallest units of the asset.';
comment on column outgoing.kind is
  'WITHDRAWAL, SWEEP of a deposit address, GAS for a sweep, COLD for a move to the cold address.';
comment on column outgoing.from_index is 'The number of the deposit address that pays; null: the hot wallet.';
comment on column outgoing.tag is 'The memo or destination tag; '''' for none.';
comment on column outgoing.amount is 'What arrives.';
comment on column outgoing.fee is 'What a withdrawal costs its owner; 0 otherwise.';
comment on column outgoing.seal is
  'HMAC-SHA-256 under SEAL_KEY of everything that says where how much goes. The signer signs nothing without it.';
comment on column outgoing.state is
  'QUEUED waits; CLAIMED is with the signer; SIGNED has bytes; SENT was taken by the chain; DONE is final. FAILED: on the chain '
  'without effect, or never to get there. CANCELLED: cancelled while it was queued.';
comment on column outgoing.claim_id is
  'Orders that are asked of the signer together, and again together until it has answered; null: not claimed.';
comment on column outgoing.transaction_id is
  'The newest of its chain_transactions; null: none yet. An order that ever had one can''t be cancelled.';
comment on column outgoing.trouble is
  'Why it waits, such as HOT_WALLET_EMPTY, SIGNER_AWAY, STOPPED or NONCE_GONE; null: nothing is in the way.';
comment on column outgoing.next_try_at is 'It is not tried before this; infinity: it waits for a person.';
comment on column outgoing.failures is 'Transactions for it that the chain took and that failed.';
comment on column outgoing.generation is 'Of the seed whose key pays, of SWEEP and ROTATION; all else is paid by the newest.';
create index outgoing_to_do on outgoing (chain, id) where state in ('QUEUED', 'CLAIMED', 'SIGNED', 'SENT');
create index outgoing_of_transaction on outgoing (transaction_id) where state in ('SIGNED', 'SENT');
create index outgoing_failed_sweeps on outgoing (chain, from_index) where kind = 'SWEEP' and state = 'FAILED';
create index outgoing_done on outgoing (done_at) where kind = 'WITHDRAWAL' and state in ('DONE', 'FAILED');
-- Finds a withdrawal by its txid.
create index outgoing_withdrawals_by_transaction on outgoing (transaction_id) where kind = 'WITHDRAWAL';

create table chain_transactions (
  id uuid primary key,
  payment_id uuid not null,
  chain text not null,
  txid text not null,
  raw text not null,
  sender text,
  sequence numeric(38, 0),
  max_fee numeric(38, 0),
  expires bigint,
  state text not null check (state in ('SIGNED', 'SENT', 'INCLUDED', 'DONE', 'DEAD')),
  ok boolean,
  height bigint,
  block_hash text,
  fee numeric(38, 0),
  created_at timestamptz not null,
  done_at timestamptz,
  undone int not null default 0,
  unique (chain, txid)
);
comment on table chain_transactions is 'Transactions that we signed, stored before they are broadcast.';
comment on column chain_transactions.payment_id is
  'The id of the first of those that outbid each other: the same payments by the same sequence or inputs, of which at most one '
  'can come true.';
comment on column chain_transactions.txid is 'As explorers write it.';
comment on column chain_transactions.raw is 'The signed bytes: hex, base64 on Stellar, JSON on MultiversX and EOS.';
comment on column chain_transactions.sender is 'The paying account; null on UTXO chains.';
comment on column chain_transactions.sequence is 'The account''s counter (nonce); null where the chain has none.';
comment on column chain_transactions.max_fee is
  'The most it can cost, in smallest units of the chain''s own coin; null: not known.';
comment on column chain_transactions.expires is
  'The last moment a chain takes it: seconds since 1970, on RIPPLE a ledger number; null: it never expires.';
comment on column chain_transactions.state is
  'SIGNED: not known to have reached the chain. SENT: the chain has taken it. INCLUDED: in a block. DONE: final. DEAD: it will '
  'never be included, unless the chain proves otherwise.';
comment on column chain_transactions.ok is 'Whether it had its effect; null: not in a block yet.';
comment on column chain_transactions.height is 'The block it is in; null: none.';
comment on column chain_transactions.fee is 'What it cost, in smallest units of the chain''s own coin; null: not final yet.';
comment on column chain_transactions.done_at is 'When it was final or given up.';
comment on column chain_transactions.undone is
  'How often it was final and its block was undone; each time it is booked under another key.';
create index chain_transactions_of_payment on chain_transactions (payment_id);
create index chain_transactions_open on chain_transactions (chain, id) where state in ('SIGNED', 'SENT', 'INCLUDED');
create index chain_transactions_done_at_height on chain_transactions (chain, height) where state = 'DONE';

create table unspent_outputs (
  chain text not null,
  txid text not null,
  output_index bigint not null,
  amount numeric(38, 0) not null,
  key_index bigint,
  height bigint,
  spent_by uuid,
  generation int not null default 0,
  primary key (chain, txid, output_index)
);
comment on table unspent_outputs is 'Outputs of UTXO chains that are ours: deposits and our own change.';
comment on column unspent_outputs.amount is 'Smallest units of the chain''s own coin.';
comment on column unspent_outputs.key_index is 'The number of the deposit address that owns it; null: the hot wallet.';
comment on column unspent_outputs.height is 'The block it is in; null: none.';
comment on column unspent_outputs.spent_by is 'The transaction of ours that spends it; null: it is free.';
comment on column unspent_outputs.generation is 'Of the seed whose key can spend it.';
create index unspent_outputs_free on unspent_outputs (chain, height) where spent_by is null;

create table kill_switch (
  singleton boolean primary key default true check (singleton),
  stopped boolean not null,
  reason text not null,
  changed_by uuid,
  changed_at timestamptz not null
);
comment on table kill_switch is 'One row, read before anything leaves; the signer reads it too. Staff turns it.';
comment on column kill_switch.singleton is 'Always true: there is one row.';
comment on column kill_switch.changed_by is 'Null: as it came with the product.';

insert into kill_switch (stopped, reason, changed_at) values (false, '', now());

create table hot_targets (
  asset text primary key references coins,
  percent int not null default 10 check (percent between 0 and 100),
  version int not null default 1
);
comment on table hot_targets is 'How much of what we owe people is held hot, per coin; the rest is cold. Staff edits it.';
comment on column hot_targets.percent is 'Percent of the liabilities.';
comment on column hot_targets.version is 'Incremented by every change, so that a change based on an older version is refused.';
create trigger next_version before update on hot_targets for each row execute function next_version();

insert into hot_targets (asset) select distinct asset from coin_networks;

create table seed_generations (
  generation int primary key,
  first_seen_at timestamptz not null
);
comment on table seed_generations is
  'Which seeds any server has heard of: one that hasn''t reads no blocks until it has, or it would miss what is paid to the '
  'newest.';

create table generation_holdings (
  generation int not null,
  chain text not null,
  asset text not null,
  token_type text not null,
  hot numeric(38, 0) not null,
  deposits numeric(38, 0) not null,
  worth_moving boolean not null,
  last_received_at timestamptz,
  looked_at timestamptz not null,
  primary key (generation, token_type, asset)
);
comment on table generation_holdings is
  'What the servers last saw at the addresses of older seeds; the signer reads it before one is retired.';
comment on column generation_holdings.worth_moving is 'More than it costs to move it.';
comment on column generation_holdings.last_received_at is
  'When an address of it last received a payment; null: not within two years.';

create table sandbox_blocks (
  chain text not null,
  height bigint not null,
  hash text not null,
  parent_hash text not null,
  at timestamptz not null,
  primary key (chain, height)
);
comment on table sandbox_blocks is 'Blocks of the sandbox''s own chains.';

create table sandbox_transactions (
  id bigint primary key generated always as identity,
  chain text not null,
  txid text not null,
  raw text,
  body jsonb not null,
  height bigint,
  ok boolean not null default true,
  fee numeric(38, 0) not null default 0,
  dropped boolean not null default false,
  unique (chain, txid)
);
comment on table sandbox_transactions is 'Transactions of the sandbox''s own chains.';
comment on column sandbox_transactions.raw is 'The signed bytes; null: the faucet made it.';
comment on column sandbox_transactions.body is 'JSON of what it pays and spends, as the codec read it.';
comment on column sandbox_transactions.height is 'Null: it waits for a block.';
comment on column sandbox_transactions.dropped is 'A reorganisation dropped it.';
create index sandbox_transactions_at on sandbox_transactions (chain, height);
-- Finds the transaction that spends an output.
create index sandbox_transactions_inputs on sandbox_transactions using gin ((body -> 'inputs') jsonb_path_ops);

create table sandbox_balances (
  chain text not null,
  address text not null,
  token_type text not null,
  balance numeric(38, 0) not null,
  sequence bigint not null default 0,
  primary key (chain, address, token_type)
);
comment on table sandbox_balances is 'Balances of the sandbox''s own chains. Only the sandbox''s provider reads them.';
comment on column sandbox_balances.balance is 'Smallest units of the asset.';
comment on column sandbox_balances.sequence is 'The account''s counter (nonce).';
