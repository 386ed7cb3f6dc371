-- expands: orders get columns that may be left out, and one more word that they may end by, which the version before reads as it stands.
-- That version's writer would take an order that waits for a price for one of the book: orders of this kind are placed when every
-- process that settles is of this version, and cancelled before one goes back.

alter table orders
  add column trigger_state text check (trigger_state in ('DORMANT', 'WAITING', 'DUE', 'FIRED')),
  add column trigger_kind text check (trigger_kind in ('STOP', 'TAKE_PROFIT', 'TRAILING_STOP', 'ENTRY')),
  add column trigger_by text check (trigger_by in ('LAST', 'REFERENCE')),
  add column trigger_price numeric(38, 0) check (trigger_price > 0),
  add column trigger_distance numeric(38, 0) check (trigger_distance > 0),
  add column trigger_limit numeric(38, 0) check (trigger_limit > 0),
  add column trigger_total numeric(38, 0) check (trigger_total > 0),
  add column triggered_at timestamptz,
  add column group_id uuid,
  add constraint orders_trigger check (
    case when trigger_state is null then num_nonnulls(trigger_kind, trigger_by, trigger_price, trigger_distance,
      trigger_limit, trigger_total, triggered_at) = 0
    else trigger_kind is not null and (trigger_kind = 'ENTRY') = (trigger_by is null)
      and (trigger_kind = 'ENTRY') = (trigger_price is null)
      and (trigger_kind = 'TRAILING_STOP') = (trigger_distance is not null)
      and (trigger_state in ('DUE', 'FIRED')) = (triggered_at is not null) end),
  drop constraint orders_ended_by_check,
  add constraint orders_ended_by_check check (ended_by in (
    'OWNER', 'SELF_TRADE', 'NO_LIQUIDITY', 'EXCHANGE', 'EXPIRED', 'REPLACED', 'CANCEL_AFTER', 'LINKED'));

comment on column orders.trigger_state is
  'DORMANT: until the entry of its bracket ends. WAITING: for its price. DUE: that was reached, and it is the next of its line to come to the book. FIRED: it did. Null: it waited for nothing.';
comment on column orders.trigger_kind is
  'STOP: a purchase from its price on, a sale down from it. TAKE_PROFIT: the other way. TRAILING_STOP: a stop that follows the best price at a distance. ENTRY: once the entry of its bracket ends.';
comment on column orders.trigger_by is 'LAST: the price of each trade of its market. REFERENCE: the published price, once a second. Null: an ENTRY.';
comment on column orders.trigger_price is
  'Smallest units of the quote for one whole coin; of a trailing stop where it stood when it was placed.';
comment on column orders.trigger_distance is 'How far a trailing stop stays behind, in units of trigger_price; null: it is none.';
comment on column orders.trigger_limit is 'The worst price that a market order takes; null: none was named, or a limit order.';
comment on column orders.trigger_total is 'The most that a market purchase pays in all, in smallest units of the quote; null: it is for an amount.';
comment on column orders.triggered_at is 'When it became DUE.';
comment on column orders.group_id is
  'Of an OCO or a bracket: orders of one id end each other. What an OCO blocks stands with its limit order. Null: it stands alone.';
comment on column orders.ended_by is
  'Why it ended early: its owner, an own order on the other side, a book without more, the exchange, its own time (EXPIRED), another order in its place (REPLACED), the time its owner set for all (CANCEL_AFTER), or another of its group (LINKED). Null: it did not.';

create table trailing_extremes (
  coin text not null,
  quote text not null,
  by_price text not null check (by_price in ('LAST', 'REFERENCE')),
  side text not null check (side in ('buy', 'sell')),
  sequence bigint not null,
  price numeric(38, 0) not null check (price > 0),
  primary key (coin, quote, by_price, side, sequence, price),
  foreign key (coin, quote) references markets (coin, quote)
);
comment on table trailing_extremes is
  'The best prices that waiting trailing stops have seen, written with what reached them: each counts for the orders of its market and side that were placed up to its number. One that a later and better one covers is deleted.';
comment on column trailing_extremes.side is 'Of the orders that trail: sales trail the highest price, purchases the lowest.';
comment on column trailing_extremes.sequence is 'The number of the market''s change by which it was reached.';
comment on column trailing_extremes.price is 'Smallest units of the quote for one whole coin.';
