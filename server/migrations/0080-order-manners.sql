-- expands: orders get columns that may be left out, and one more index; the words that an order may end by become more, and the
-- version before reads a word as it stands.

alter table orders
  add column time_in_force text check (time_in_force in ('GTC', 'IOC', 'FOK', 'GTD')),
  add column valid_until timestamptz,
  add column post_only boolean not null default false,
  add column client_order_id text check (client_order_id ~ '^[A-Za-z0-9._:-]{1,36}$'),
  add column self_trade text check (self_trade in ('NEWEST', 'OLDEST', 'BOTH')),
  add column replaces uuid,
  add constraint orders_valid_until check ((time_in_force is not distinct from 'GTD') = (valid_until is not null)),
  drop constraint orders_ended_by_check,
  add constraint orders_ended_by_check check (ended_by in (
    'OWNER', 'SELF_TRADE', 'NO_LIQUIDITY', 'EXCHANGE', 'EXPIRED', 'REPLACED', 'CANCEL_AFTER'));
comment on column orders.ended_by is
  'Why it ended early: its owner, an own order on the other side, a book without more, the exchange, its own time (EXPIRED), another order in its place (REPLACED), or the time its owner set for all (CANCEL_AFTER). Null: it did not.';
comment on column orders.time_in_force is
  'GTC: until it is cancelled. IOC: at once or not. FOK: all at once or not at all. GTD: until valid_until. Null: GTC of a limit order, IOC of a market order.';
comment on column orders.valid_until is 'From then on nothing of it is traded, by the time of the batch; it is ended soon after.';
comment on column orders.post_only is 'It was taken only because it met nobody.';
comment on column orders.client_order_id is
  'The id that its owner gave it. Of the open orders of one account none share one: the writer, which alone places them, sees to it.';
comment on column orders.self_trade is
  'Which gives way where it would have met an own order as it came: NEWEST, which null means too, OLDEST or BOTH.';
comment on column orders.replaces is 'The order in whose place it came, in the same batch; that one is ended by REPLACED.';

-- The open one of an id, or else the newest.
create index orders_by_client_id on orders (user_id, client_order_id, (order_status = 'IS_OPEN'), id)
  where client_order_id is not null;
