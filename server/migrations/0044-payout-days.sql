-- The calendar of payouts knows by itself on which days the bank's batch has gone; it is told in the transaction that makes
-- the batch.
create table payout_days (
  day date primary key,
  made_at timestamptz not null
);
insert into payout_days (day, made_at) select day, created_at from payouts;

comment on table payout_days is
  'Days of Tehran whose batch of Toman withdrawals has been made: what is asked for afterwards goes with the next one.';
