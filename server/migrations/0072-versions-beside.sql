-- Which versions can run with a migration stands beside it: one that doesn't have the file can't read it there. The columns are
-- made by the program that applies migrations, before the first of them.
comment on column migrations.runs_since is
  'Versions whose last migration comes before this one can not run with it; 0: any can. Null: applied by a version that did not say, so that whoever does not know it can not.';
comment on column migrations.because is
  'What earlier versions would miss; null where any can run with it.';

-- As 0043 has them: it was changed six minutes after it had landed, and these databases have the words of before.
comment on column bank_accounts.verified_at is
  'When it was approved, by staff with its owner or by the bank''s word on somebody who was authorised; null: money '
  'neither comes from it nor goes to it.';
comment on column coin_networks.txid_needed is
  'Whether a person who asks about a deposit has to name its txid.';
comment on table limit_counters is
  'Counts of what is limited: failed log-ins, codes sent, wrong codes, tickets, alerts and the like. Rows are '
  'deleted after two days, except the count of wrong passwords in a row, which stands until it is cleared.';
comment on column payments.checks is
  'How often it was asked since it last changed; the pauses grow with it.';
comment on column withdrawals.needed_approvals is
  'How many members of staff have to approve it; 0: it leaves by itself.';
