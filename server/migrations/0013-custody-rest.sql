-- What custody still owed: forks deeper than what is remembered, payments that were final and were taken back.

-- HALTED: the chain forked below every block that is remembered, or its node tells of another chain. Nothing is credited
-- and nothing leaves until it is as it was, or somebody of the staff says that the new one is to be followed (FOLLOW).
alter table chain_cursors add column fork text check (fork in ('HALTED', 'FOLLOW'));

-- How often it was final and its block was undone: each time it is booked under a key of its own.
alter table chain_transactions add column undone int not null default 0;
create index chain_transactions_done_at_height on chain_transactions (chain, height) where state = 'DONE';

-- HELD: its owner was blocked before anybody had the bank's file; the withdrawal waits again, and may come into a later
-- batch. UNSURE: blocked after that: somebody says of it alone whether the bank paid it.
alter table payout_lines drop constraint payout_lines_state_check,
  add constraint payout_lines_state_check check (state in ('WAITING', 'PAID', 'RETURNED', 'HELD', 'UNSURE')),
  drop constraint payout_lines_pkey,
  add primary key (payout_id, withdrawal_id);
drop index payout_lines_of;
create unique index payout_lines_of_withdrawal on payout_lines (withdrawal_id) where state <> 'HELD';
