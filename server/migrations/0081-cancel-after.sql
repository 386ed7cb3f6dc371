create table cancel_after (
  user_id uuid not null,
  -- '': all of them.
  market_type text not null,
  due_at timestamptz,
  primary key (user_id, market_type)
) with (fillfactor = 50);
comment on table cancel_after is
  'When all open orders of an account are cancelled unless it says otherwise in time: one row for each account and market. A writer that starts reads it, and does at once what is overdue.';
comment on column cancel_after.market_type is 'BITCOIN_TOMAN: of that market alone. Empty: of all.';
comment on column cancel_after.due_at is 'Null: not at all, or it was done.';
create index cancel_after_due on cancel_after (due_at) where due_at is not null;
