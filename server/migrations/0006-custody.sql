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
comment on table deposit_addresses is 'Deposit addresses of people: at most one is in use per person, coin and network.';
comment on column deposit_addresses.tag is 'Its tag, on chains where all people share one account; '''' elsewhere.';
comment on column deposit_addresses.key_index is 'The number of its key, or its tag, by which the signer finds it.';
comment on column deposit_addresses.signature is
  'The signer''s signature over all values of the row; the address is shown only while it is valid.';
comment on column deposit_addresses.retired_at is
  'When it was replaced; deposits after that wait for staff, unless it is superseded. Null: in use.';
comment on column deposit_addresses.tampered_at is
  'When the row was first found to differ from what the signer signed; it is never shown again. Null: intact.';
comment on column deposit_addresses.generation is 'The generation of the seed that its key is derived from; 0 is the first.';
comment on column deposit_addresses.superseded is
  'Replaced because there is a newer seed: deposits are still credited, unlike at an address that staff retired.';
create unique index deposit_address_in_use on deposit_addresses (user_id, asset, token_type) where retired_at is null;
create index deposit_address_of_key on deposit_addresses (chain, key_index);

create table address_counters (
  chain text primary key,
  next bigint not null
);
comment on table address_counters is 'Counters from which deposit addresses and tags are numbered; each number is used once.';
comment on column address_counters.chain is 'The chain, or the derivation path of keys where several chains share one.';
comment on column address_counters.next is 'The number of the next address or tag.';

create table address_pool (
  chain text not null,
  key_index bigint not null,
  address text not null,
  generation int not null default 0,
  primary key (chain, key_index)
);
comment on table address_pool is
  'Deposit addresses that the signer made in advance, for chains where no address can be derived from a public key. A row is '
  'deleted when its address is assigned to a person.';

create table chain_cursors (
  chain text primary key,
  height bigint not null,
  head_height bigint not null,
  final_height bigint,
  scanned_at timestamptz not null,
  fork text check (fork in ('HALTED', 'FOLLOW'))
);
comment on table chain_cursors is 'The progress of reading each chain.';
comment on column chain_cursors.height is 'The last block that was read.';
comment on column chain_cursors.head_height is 'The newest block of the chain when it was last checked.';
comment on column chain_cursors.final_height is
  'The newest final block when it was last checked; null: the chain does not declare blocks final.';
comment on column chain_cursors.fork is
  'HALTED: the chain forked below every stored block, or its node shows another chain; nothing is credited and nothing leaves. '
  'FOLLOW: staff decided to follow the new chain. Null: no problem.';

create table chain_blocks (
  chain text not null,
  height bigint not null,
  hash text not null,
  primary key (chain, height)
);
comment on table chain_blocks is 'The newest blocks that were read of each chain, by which reorganisations are detected.';

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
  'Everything that arrived at an address of ours, identified permanently by chain, txid and output_index. The chain reader, the '
  'ledger and staff write here.';
comment on column coin_deposits.output_index is 'The output, log entry or operation within the transaction.';
comment on column coin_deposits.asset is 'Null: an unknown token, named by contract.';
comment on column coin_deposits.contract is 'The contract of an unknown token; null: a known asset.';
comment on column coin_deposits.tag is 'The memo or destination tag it came with; '''' for none.';
comment on column coin_deposits.amount is 'Smallest units of the asset.';
comment on column coin_deposits.user_id is 'Its owner, or the person who would be; null: no owner is known.';
comment on column coin_deposits.state is
  'PENDING: seen, with too few confirmations yet. CREDITED: in its owner''s balance. UNCLAIMED: waits for staff. PROPOSED: a '
  'staff member has named the owner, and a second one decides. ORPHANED: a reorganisation removed it before it was credited; it '
  'may appear again. REVERSED: a reorganisation removed it after it was credited. KEPT: closed by staff.';
comment on column coin_deposits.reason is
  'Why it was not credited automatically, such as UNKNOWN_TAG, BELOW_MINIMUM, RETIRED_ADDRESS, DEPOSITS_OFF or UNKNOWN_TOKEN; '
  'null: there is no obstacle.';
comment on column coin_deposits.raised_by_user is 'Its owner reported the txid before the chain reader saw it.';
comment on column coin_deposits.height is 'The height of its block; null: not in a block yet.';
comment on column coin_deposits.needed_confirmations is
  'Blocks until it is credited, its own included; fixed when it was first seen.';
comment on column coin_deposits.proposed_by is 'The staff member who named the owner; another one decides.';
comment on column coin_deposits.proposed_user is 'The person they named.';
comment on column coin_deposits.decided_by is 'The staff member who decided; null: undecided.';
comment on column coin_deposits.toman_value is
  'Value when it was credited, in smallest units of Toman, for sums; null: it had no price.';
comment on column coin_deposits.booked is 'It is in the house''s suspense account.';
comment on column coin_deposits.attempt is 'How often it was reversed in the ledger; each later credit has another key.';
comment on column coin_deposits.lost is
  'What the house lost when a reorganisation removed it after its owner had spent it, in smallest units; recovered first if it '
  'appears again.';
comment on column coin_deposits.to_tell is
  'The notice that is still to be sent to its owner, DEPOSIT_CREDITED or DEPOSIT_REVERSED; null: none.';
comment on column coin_deposits.swept_by is
  'The row of outgoing that sweeps its address, on chains with an account per address; null: not swept.';
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
  'Payments from our addresses: withdrawals, sweeps of deposit addresses, gas for them, and moves to the cold address and to the '
  'newest seed. Amounts are smallest units of the asset.';
comment on column outgoing.kind is
  'WITHDRAWAL. SWEEP: of a deposit address. GAS: for a sweep. COLD: to the cold address. ROTATION: from an older seed to the '
  'newest.';
comment on column outgoing.from_index is 'The number of the deposit address that pays; null: the hot wallet.';
comment on column outgoing.tag is 'The memo or destination tag; '''' for none.';
comment on column outgoing.amount is 'The amount that arrives.';
comment on column outgoing.fee is 'The fee of a withdrawal; 0 otherwise.';
comment on column outgoing.seal is
  'HMAC-SHA-256 under SEAL_KEY of everything that determines destination and amount. The signer signs nothing without it.';
comment on column outgoing.state is
  'QUEUED: waits. CLAIMED: sent to the signer. SIGNED: signed, not broadcast yet. SENT: the chain has accepted it. DONE: final. '
  'FAILED: on the chain without effect, or never to be included. CANCELLED: cancelled while it was queued.';
comment on column outgoing.claim_id is
  'Rows with the same id are requested from the signer together, and repeated together until it has replied; null: not claimed.';
comment on column outgoing.transaction_id is
  'The newest of its chain_transactions; null: none yet. A row that ever had one can''t be cancelled.';
comment on column outgoing.trouble is
  'Why it waits, such as HOT_WALLET_EMPTY, SIGNER_AWAY, STOPPED or NONCE_GONE; null: there is no obstacle.';
comment on column outgoing.next_try_at is 'It is not tried before this time; infinity: it waits for a staff member.';
comment on column outgoing.failures is 'How many of its transactions the chain accepted and then failed.';
comment on column outgoing.generation is
  'For SWEEP and ROTATION, the generation of the seed whose key pays; all others are paid by the newest seed.';
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
  'The id of the first of the transactions that replace each other with a higher fee: they make the same payments with the same '
  'sequence or inputs, so that at most one of them can become final.';
comment on column chain_transactions.txid is 'As explorers write it.';
comment on column chain_transactions.raw is 'The signed bytes: hex, base64 on Stellar, JSON on MultiversX and EOS.';
comment on column chain_transactions.sender is 'The paying account; null on UTXO chains.';
comment on column chain_transactions.sequence is 'The account''s counter (nonce); null where the chain has none.';
comment on column chain_transactions.max_fee is
  'The maximum that it can cost, in smallest units of the chain''s own coin; null: not known.';
comment on column chain_transactions.expires is
  'Until when the chain accepts it: seconds since 1970, on RIPPLE a ledger number; null: it never expires.';
comment on column chain_transactions.state is
  'SIGNED: not known to have reached the chain. SENT: the chain has taken it. INCLUDED: in a block. DONE: final. DEAD: it will '
  'never be included, unless the chain proves otherwise.';
comment on column chain_transactions.ok is 'Whether it took effect; null: not in a block yet.';
comment on column chain_transactions.height is 'The height of its block; null: none.';
comment on column chain_transactions.fee is 'What it cost, in smallest units of the chain''s own coin; null: not final yet.';
comment on column chain_transactions.done_at is 'When it became final or was given up.';
comment on column chain_transactions.undone is
  'How often a reorganisation removed its block after it was final; each later booking has another key.';
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
comment on column unspent_outputs.height is 'The height of its block; null: none.';
comment on column unspent_outputs.spent_by is 'Our transaction that spends it; null: unspent.';
comment on column unspent_outputs.generation is 'The generation of the seed whose key can spend it.';
create index unspent_outputs_free on unspent_outputs (chain, height) where spent_by is null;

create table kill_switch (
  singleton boolean primary key default true check (singleton),
  stopped boolean not null,
  reason text not null,
  changed_by uuid,
  changed_at timestamptz not null
);
comment on table kill_switch is 'One row by which staff stops all outgoing payments; read before each of them, by the signer too.';
comment on column kill_switch.singleton is 'Always true: there is one row.';
comment on column kill_switch.changed_by is
  'The staff member who changed it last; null: it was stopped automatically, or never changed.';

insert into kill_switch (stopped, reason, changed_at) values (false, '', now());

create table hot_targets (
  asset text primary key references coins,
  percent int not null default 10 check (percent between 0 and 100),
  version int not null default 1
);
comment on table hot_targets is
  'How much of our liabilities to people is held in hot wallets, per coin; the rest is cold. Staff edits it.';
comment on column hot_targets.percent is 'Percent of the liabilities in the coin.';
comment on column hot_targets.version is 'Incremented by every change, so that a change based on an older version is refused.';
create trigger next_version before update on hot_targets for each row execute function next_version();

insert into hot_targets (asset) select distinct asset from coin_networks;

create table seed_generations (
  generation int primary key,
  first_seen_at timestamptz not null
);
comment on table seed_generations is
  'The seeds that servers know of. A server that does not know the newest one reads no blocks until it does, since it would miss '
  'payments to it.';

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
  'The balances that servers last saw at the addresses of older seeds; the signer reads them before a seed is retired.';
comment on column generation_holdings.worth_moving is 'The balance is more than the cost of moving it.';
comment on column generation_holdings.last_received_at is
  'When an address of the seed last received a payment; null: not within two years.';

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
comment on column sandbox_transactions.body is 'JSON of its payments and inputs, as the codec decoded it.';
comment on column sandbox_transactions.height is 'The height of its block; null: it waits for one.';
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
