-- Where a chain that was broken is believed again, after somebody looked: `npm run audit accept`, decision 86.
create table chain_acceptances (
  chain text not null constraint chain_acceptances_chain_check check (chain in ('books', 'audit-log')),
  number bigint not null,
  mac bytea not null constraint chain_acceptances_mac_check check (length(mac) = 32),
  digest bytea not null constraint chain_acceptances_digest_check check (length(digest) = 32),
  fault text not null,
  acknowledged_by uuid not null references users (id),
  reason text not null,
  accepted_at timestamptz not null,
  seal bytea not null constraint chain_acceptances_seal_check check (length(seal) = 32),
  primary key (chain, number)
);
comment on table chain_acceptances is
  'Where a chain that was broken is believed again. The owner writes here, by `npm run audit accept`; the server reads.';
comment on column chain_acceptances.number is 'Of the batch, or the entry, after which the chain is followed from now on.';
comment on column chain_acceptances.mac is 'Of that batch or entry.';
comment on column chain_acceptances.digest is
  'SHA-256 over all entries of the audit log up to it; zeros for the books, whose opening batch covers them.';
comment on column chain_acceptances.fault is 'What was wrong.';
comment on column chain_acceptances.acknowledged_by is 'The admin who had acknowledged it.';
comment on column chain_acceptances.reason is 'Of that admin.';
comment on column chain_acceptances.seal is
  'HMAC-SHA-256 over the row by a key derived from BOOKS_KEY; without it the row is worth nothing.';
