-- What became of orders that waited for a price, until the worker has told their owners. Decision 104.
create table order_outcomes (
  at timestamptz not null,
  order_id uuid not null,
  outcome text not null check (outcome in ('FIRED', 'LINKED')),
  user_id uuid not null,
  order_status text not null,
  ended_by text,
  executed_amount numeric(38, 0) not null,
  total numeric(38, 0) not null,
  primary key (at, order_id, outcome)
);
comment on table order_outcomes is
  'Written with what became of an order that waited, and gone with the notice to its owner: what stands here is untold.';
comment on column order_outcomes.at is 'The time of its batch.';
comment on column order_outcomes.outcome is
  'FIRED: its turn came, and it went to the book. LINKED: another of its group ended it.';
comment on column order_outcomes.user_id is 'The owner of the order, who is told.';
comment on column order_outcomes.order_status is 'Of the order at that moment; it may have gone on since.';
comment on column order_outcomes.ended_by is 'Why it ended there; null: it rests in the book, or has all that it asked for.';
comment on column order_outcomes.executed_amount is 'Coins that it had traded by then, smallest units.';
comment on column order_outcomes.total is 'What it had paid or brought by then with its fee, smallest units of the quote.';
