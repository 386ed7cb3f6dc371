-- Orders of which the book shows a part at a time. Decision 103.
-- expands: orders get columns that may be left out, and a constraint that holds for all that leave them out.
alter table orders
  add column display_amount numeric(38, 0) check (display_amount > 0),
  add column shown_amount numeric(38, 0) check (shown_amount >= 0),
  add column slice_at bigint,
  add column slice_turn integer,
  add constraint orders_slices check ((display_amount is null) = (shown_amount is null)
    and (slice_at is null) = (slice_turn is null) and (slice_at is null or display_amount is not null)) not valid;
comment on column orders.display_amount is
  'How much of it the book shows at a time, in the coin''s smallest unit; null: all.';
comment on column orders.shown_amount is
  'How much of it the book shows while it is open: what is left of its slice. Null: it hides nothing.';
comment on column orders.slice_at is
  'The change of its market that brought its slice forth, behind all that waited at its price then. Null: it came with the order.';
comment on column orders.slice_turn is 'Its place among those that one change brought forth.';
