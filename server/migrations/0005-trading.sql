-- Orders, fills, orders that wait for a price, recurring purchases, and each person's own fills and balance changes by time.

create table orders (
  user_id uuid not null,
  id uuid not null,
  coin text not null,
  quote text not null check (quote in ('TOMAN', 'TETHER')),
  order_type text not null,
  order_status text not null,
  amount numeric(38, 0) not null check (amount > 0),
  unit_price numeric(38, 0) not null check (unit_price > 0),
  executed_amount numeric(38, 0) not null,
  notional numeric(38, 0) not null,
  fee numeric(38, 0) not null,
  total numeric(38, 0) not null,
  toman_value numeric(38, 0) not null,
  created_at timestamptz not null,
  sequence bigint,
  wage_ppm int,
  reserved numeric(38, 0) not null default 0 check (reserved >= 0),
  first_fill bigint,
  last_fill bigint,
  ended_by text check (ended_by in ('OWNER', 'SELF_TRADE', 'NO_LIQUIDITY', 'EXCHANGE', 'EXPIRED', 'REPLACED', 'CANCEL_AFTER',
    'LINKED')),
  closed_at timestamptz,
  idempotency_key text,
  time_in_force text check (time_in_force in ('GTC', 'IOC', 'FOK', 'GTD')),
  valid_until timestamptz,
  post_only boolean not null default false,
  client_order_id text check (client_order_id ~ '^[A-Za-z0-9._:-]{1,36}$'),
  self_trade text check (self_trade in ('NEWEST', 'OLDEST', 'BOTH')),
  replaces uuid,
  trigger_state text check (trigger_state in ('DORMANT', 'WAITING', 'DUE', 'FIRED')),
  trigger_kind text check (trigger_kind in ('STOP', 'TAKE_PROFIT', 'TRAILING_STOP', 'ENTRY')),
  trigger_by text check (trigger_by in ('LAST', 'REFERENCE')),
  trigger_price numeric(38, 0) check (trigger_price > 0),
  trigger_distance numeric(38, 0) check (trigger_distance > 0),
  trigger_limit numeric(38, 0) check (trigger_limit > 0),
  trigger_total numeric(38, 0) check (trigger_total > 0),
  triggered_at timestamptz,
  group_id uuid,
  recurring_id uuid,
  display_amount numeric(38, 0) check (display_amount > 0),
  shown_amount numeric(38, 0) check (shown_amount >= 0),
  slice_at bigint,
  slice_turn int,
  primary key (user_id, id),
  constraint orders_reserve check (order_status = 'IS_OPEN' or reserved = 0),
  constraint orders_line check (order_status <> 'IS_OPEN' or (sequence is not null and wage_ppm is not null)),
  constraint orders_valid_until check ((time_in_force is not distinct from 'GTD') = (valid_until is not null)),
  constraint orders_trigger check (
    case when trigger_state is null then num_nonnulls(trigger_kind, trigger_by, trigger_price, trigger_distance,
      trigger_limit, trigger_total, triggered_at) = 0
    else trigger_kind is not null and (trigger_kind = 'ENTRY') = (trigger_by is null)
      and (trigger_kind = 'ENTRY') = (trigger_price is null)
      and (trigger_kind = 'TRAILING_STOP') = (trigger_distance is not null)
      and (trigger_state in ('DUE', 'FIRED')) = (triggered_at is not null) end),
  constraint orders_slices check ((display_amount is null) = (shown_amount is null) and (slice_at is null) = (slice_turn is null)
    and (slice_at is null or display_amount is not null))
);
comment on table orders is 'Quick trades, limit orders and market orders. The ledger writes them with their money.';
comment on column orders.id is 'UUIDv7: in the order of time, so the key serves a person''s history page by page.';
comment on column orders.order_type is
  'EXCHANGE_: a quick trade. LIMITED_: a limit order. MARKET_: a market order. _BUY or _SELL.';
comment on column orders.order_status is
  'IS_OPEN: in the order book, or waiting for its trigger. IS_CLOSED: filled. FINISHED_WITHOUT_TRANSACTION and '
  'FINISHED_WITH_TRANSACTION: ended early, with nothing or with a part filled.';
comment on column orders.amount is 'Smallest units of the coin, as is executed_amount.';
comment on column orders.unit_price is 'Smallest units of the quote for one whole coin.';
comment on column orders.notional is 'amount × unit price of what was executed, without the fee, in smallest units of the quote.';
comment on column orders.fee is 'Smallest units of the quote.';
comment on column orders.total is 'What its owner paid or received in all, in smallest units of the quote.';
comment on column orders.toman_value is 'Value when it was traded, in smallest units of Toman, for statistics and fee levels.';
comment on column orders.sequence is
  'The number of the change of its market that placed it, for time priority; null: a quick trade.';
comment on column orders.wage_ppm is 'Its fee rate, in millionths (ppm): that of its owner''s level when it was placed.';
comment on column orders.reserved is 'What is still blocked for it: smallest units of the quote on a buy, of the coin on a sell.';
comment on column orders.first_fill is
  'Number of the first fill that it took when it was placed; last_fill is the last one. Null: none.';
comment on column orders.ended_by is
  'Why it ended early: by its owner, by an own order on the other side (SELF_TRADE), because the order book had no more to match '
  '(NO_LIQUIDITY), by the exchange, at its time limit (EXPIRED), by the order that replaced it (REPLACED), at the time its owner '
  'set for all orders (CANCEL_AFTER), or by another order of its group (LINKED). Null: it did not.';
comment on column orders.closed_at is 'Null: it is open, or a quick trade.';
comment on column orders.idempotency_key is
  'The key of the request that placed it, whose reply is in idempotency; null: it came without one.';
comment on column orders.time_in_force is
  'GTC: until it is cancelled. IOC: what can be matched immediately, and the rest is cancelled. FOK: all of it immediately or '
  'none. GTD: until valid_until. Null: GTC of a limit order, IOC of a market order.';
comment on column orders.valid_until is 'From this time on it is not traded, by the time of the batch; it is ended soon after.';
comment on column orders.post_only is 'It is refused if it would match a resting order.';
comment on column orders.client_order_id is
  'The id that its owner gave it. Open orders of one account have different ones, as the ledger''s writer ensures.';
comment on column orders.self_trade is
  'Which order is cancelled if it would match an own order when it is placed: NEWEST (also null), OLDEST or BOTH.';
comment on column orders.replaces is 'The order that it replaced, in the same batch; that one is ended by REPLACED.';
comment on column orders.trigger_state is
  'DORMANT: until the entry of its bracket ends. WAITING: for its price. DUE: the price was reached, and it waits to be placed in '
  'the order book. FIRED: it was placed. Null: it has no trigger.';
comment on column orders.trigger_kind is
  'STOP: buys when the price has risen to the trigger, sells when it has fallen to it. TAKE_PROFIT: the other way. TRAILING_STOP: '
  'a stop that follows the best price at a distance. ENTRY: placed once the entry of its bracket ends.';
comment on column orders.trigger_by is
  'LAST: the price of each trade of its market. REFERENCE: the published price, once a second. Null: an ENTRY.';
comment on column orders.trigger_price is
  'Smallest units of the quote for one whole coin; of a trailing stop, the trigger price when it was placed.';
comment on column orders.trigger_distance is
  'How far a trailing stop stays behind the best price, in units of trigger_price; null: no trailing stop.';
comment on column orders.trigger_limit is
  'The worst price that a triggered market order accepts; null: none was set, or a limit order.';
comment on column orders.trigger_total is
  'The maximum that a market purchase pays in all, in smallest units of the quote; null: it is for an amount.';
comment on column orders.triggered_at is 'When it became DUE.';
comment on column orders.group_id is
  'Of an OCO or a bracket: orders with the same id end each other. What an OCO blocks is recorded with its limit order. Null: in '
  'no group.';
comment on column orders.recurring_id is 'The row of recurring_plans that it was bought for; null: no recurring purchase.';
comment on column orders.display_amount is
  'How much of it the order book shows at a time, in the coin''s smallest unit; null: all.';
comment on column orders.shown_amount is
  'How much of it the order book shows while it is open: the rest of its slice. Null: it hides nothing.';
comment on column orders.slice_at is
  'The number of the change of its market that added its current slice, behind all orders at its price. Null: the slice came with '
  'the order.';
comment on column orders.slice_turn is 'The position of the slice among those that one change added.';
-- Orders are stored in the order of their ids, so a block range index finds new ones at hardly any cost.
create index orders_by_time on orders using brin (created_at) with (pages_per_range = 16, autosummarize = on);
-- Open orders of a person; a starting writer reads all of them.
create index orders_open on orders (user_id, id) where order_status = 'IS_OPEN';
-- Finds the open order of a client id, otherwise the newest.
create index orders_by_client_id on orders (user_id, client_order_id, (order_status = 'IS_OPEN'), id)
  where client_order_id is not null;
-- The few open orders that hide a part, for the audit.
create index orders_hiding on orders (id) where order_status = 'IS_OPEN' and display_amount is not null;

create table fills (
  coin text not null,
  quote text not null,
  number bigint not null,
  maker_order uuid not null,
  taker_order uuid not null,
  maker_id uuid not null,
  taker_id uuid not null,
  taker_side text not null check (taker_side in ('buy', 'sell')),
  unit_price numeric(38, 0) not null check (unit_price > 0),
  amount numeric(38, 0) not null check (amount > 0),
  notional numeric(38, 0) not null check (notional >= 0),
  maker_fee numeric(38, 0) not null check (maker_fee >= 0),
  taker_fee numeric(38, 0) not null check (taker_fee >= 0),
  toman_value numeric(38, 0) not null,
  created_at timestamptz not null,
  primary key (coin, quote, number),
  check (maker_id <> taker_id)
);
comment on table fills is
  'Matches of two orders in the order book; append-only, written by the ledger with the transfers that settle them.';
comment on column fills.number is 'Without gaps within its market.';
comment on column fills.maker_order is 'The order that was already in the order book.';
comment on column fills.taker_order is 'The incoming order.';
comment on column fills.taker_side is 'Whether the taker bought or sold; the maker did the opposite.';
comment on column fills.unit_price is 'Smallest units of the quote for one whole coin.';
comment on column fills.amount is 'Smallest units of the coin.';
comment on column fills.notional is 'amount × unit price, rounded down to smallest units of the quote.';
comment on column fills.maker_fee is 'Smallest units of the quote, as is taker_fee.';
comment on column fills.toman_value is 'Value when it was traded, in smallest units of Toman, for statistics and fee levels.';
create index fills_of_maker on fills (maker_order, number);
create index fills_by_time on fills using brin (created_at) with (pages_per_range = 16, autosummarize = on);
create trigger fills_append_only before update or delete or truncate on fills for each statement execute function refuse_change();

create table fills_told (
  coin text not null,
  quote text not null,
  fill bigint not null,
  primary key (coin, quote)
);
comment on table fills_told is 'The last fill of each market up to which people have been notified of filled orders.';

insert into fills_told (coin, quote, fill) select coin, quote, 0 from markets;

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
  'Outcomes of orders that waited, of which their owners are still to be notified: written with the outcome, deleted with the '
  'notice.';
comment on column order_outcomes.at is 'The time of its batch.';
comment on column order_outcomes.outcome is 'FIRED: it was placed in the order book. LINKED: another order of its group ended it.';
comment on column order_outcomes.user_id is 'The owner of the order, who is notified.';
comment on column order_outcomes.order_status is 'Of the order at that moment; it may have changed since.';
comment on column order_outcomes.ended_by is
  'Why it ended at that moment; null: it is open in the order book, or completely filled.';
comment on column order_outcomes.executed_amount is 'Coins that it had traded by then, in smallest units.';
comment on column order_outcomes.total is 'What it had paid or received by then, fee included, in smallest units of the quote.';

create table cancel_after (
  user_id uuid not null,
  market_type text not null,
  due_at timestamptz,
  primary key (user_id, market_type)
) with (fillfactor = 50);
comment on table cancel_after is
  'When all open orders of an account are cancelled unless its owner extends the time: one row for each account and market. A '
  'starting writer reads it, and immediately executes what is overdue.';
comment on column cancel_after.market_type is 'One market, such as BITCOIN_TOMAN; empty: all markets.';
comment on column cancel_after.due_at is 'Null: not set, or done.';
create index cancel_after_due on cancel_after (due_at) where due_at is not null;

create table trailing_extremes (
  coin text not null,
  quote text not null,
  by_price text not null check (by_price in ('LAST', 'REFERENCE')),
  side text not null check (side in ('buy', 'sell')),
  sequence bigint not null,
  price numeric(38, 0) not null check (price > 0),
  primary key (coin, quote, by_price, side, sequence, price),
  foreign key (coin, quote) references markets
);
comment on table trailing_extremes is
  'The best prices since trailing stops began to wait, written with the change that reached them: each applies to the orders of '
  'its market and side that were placed up to its sequence. A row that a later and better price makes superfluous is deleted.';
comment on column trailing_extremes.side is 'Of the orders: sales trail the highest price, purchases the lowest.';
comment on column trailing_extremes.sequence is 'The number of the change of the market that reached the price.';
comment on column trailing_extremes.price is 'Smallest units of the quote for one whole coin.';

create table recurring_plans (
  id uuid primary key,
  user_id uuid not null references users,
  coin text not null,
  budget numeric(38, 0) not null check (budget > 0),
  max_price numeric(38, 0) check (max_price > 0),
  rhythm text not null check (rhythm in ('DAILY', 'WEEKLY', 'MONTHLY')),
  day int not null,
  hour int not null check (hour between 0 and 23),
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'PAUSED', 'ENDED')),
  next_at timestamptz,
  last_day date,
  purchases int not null default 0,
  bought numeric(38, 0) not null default 0,
  spent numeric(38, 0) not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz,
  check (case rhythm when 'DAILY' then day = 0 when 'WEEKLY' then day between 1 and 7 else day between 1 and 31 end),
  check ((state = 'ACTIVE') = (next_at is not null)),
  check ((state = 'ENDED') = (ended_at is not null))
);
comment on table recurring_plans is 'Recurring purchases of people: what is bought, for how much, and when.';
comment on column recurring_plans.budget is 'The maximum in Toman that a purchase costs, fee included, smallest units.';
comment on column recurring_plans.max_price is
  'The maximum price of one coin in Toman, smallest units, above which nothing is bought; null: its owner set none.';
comment on column recurring_plans.day is
  'WEEKLY: 1 is Saturday, 7 Friday. MONTHLY: day of the Jalali month, its last where it has no such day. DAILY: 0.';
comment on column recurring_plans.hour is 'The hour of the day in Tehran.';
comment on column recurring_plans.state is
  'ACTIVE: its next turn is at next_at. PAUSED: until its owner resumes it. ENDED: permanently; its purchases stay in the '
  'history.';
comment on column recurring_plans.next_at is 'When its next turn is due.';
comment on column recurring_plans.last_day is
  'The day in Tehran of its last turn, which has its row in recurring_turns: there is no second turn on that day.';
comment on column recurring_plans.purchases is
  'How many of its turns bought something, of those that are counted (recurring_turns.told).';
comment on column recurring_plans.bought is 'Coins of these purchases together, smallest units.';
comment on column recurring_plans.spent is 'Toman of these purchases together with their fees, smallest units.';
-- Plans that are due.
create index recurring_plans_due on recurring_plans (next_at) where state = 'ACTIVE';
-- Plans of a person; a second plan for the same coin and time would be the same plan.
create unique index recurring_plans_of_a_person on recurring_plans (user_id, coin, rhythm, day, hour) where state <> 'ENDED';
create index recurring_plans_ended on recurring_plans (user_id, ended_at) where state = 'ENDED';

create table recurring_turns (
  id uuid primary key,
  plan_id uuid not null references recurring_plans,
  user_id uuid not null,
  day date not null,
  coin text not null,
  budget numeric(38, 0) not null,
  max_price numeric(38, 0),
  state text not null default 'WAITING' check (state in ('WAITING', 'BOUGHT', 'SKIPPED')),
  due_at timestamptz not null,
  look_at timestamptz not null,
  waits_until timestamptz not null,
  reason text,
  order_id uuid,
  amount numeric(38, 0),
  unit_price numeric(38, 0),
  fee numeric(38, 0),
  total numeric(38, 0),
  done_at timestamptz,
  told boolean not null default false,
  unique (plan_id, day),
  check ((state = 'WAITING') = (done_at is null)),
  check ((state = 'BOUGHT') = (order_id is not null and amount is not null and unit_price is not null and fee is not null and
    total is not null)),
  check (state <> 'SKIPPED' or reason is not null),
  check (not told or state <> 'WAITING')
);
comment on table recurring_turns is
  'One row for each turn of a plan: created once, and then bought or skipped once, by one command of the ledger.';
comment on column recurring_turns.id is 'Also its idempotency key in the ledger.';
comment on column recurring_turns.user_id is 'The owner of its plan.';
comment on column recurring_turns.day is 'The day in Tehran of the turn.';
comment on column recurring_turns.budget is 'The maximum in Toman that it costs, fee included, smallest units.';
comment on column recurring_turns.max_price is
  'The maximum price of one coin in Toman, smallest units, above which nothing is bought; null: none.';
comment on column recurring_turns.state is
  'WAITING: neither bought nor skipped yet. BOUGHT: by order_id. SKIPPED: nothing was bought, for reason.';
comment on column recurring_turns.due_at is 'When the turn was due.';
comment on column recurring_turns.look_at is 'When it is tried next, while it waits.';
comment on column recurring_turns.waits_until is
  'Until then it waits for what the exchange lacks (a price, an open market, coins); afterwards it is skipped.';
comment on column recurring_turns.reason is 'Why it was skipped, or waits; a code of domain''s RECURRING_SKIPS.';
comment on column recurring_turns.amount is 'Coins, smallest units.';
comment on column recurring_turns.unit_price is 'Toman for one coin, smallest units.';
comment on column recurring_turns.fee is 'Toman, smallest units.';
comment on column recurring_turns.total is 'Toman paid in all, smallest units.';
comment on column recurring_turns.told is 'Its plan counts it, and its owner was notified.';
create index recurring_turns_waiting on recurring_turns (look_at) where state = 'WAITING';
-- At most one purchase of a plan waits, so what an outage missed is made up for once.
create unique index recurring_turns_one_waits on recurring_turns (plan_id) where state = 'WAITING';
create index recurring_turns_untold on recurring_turns (done_at) where state <> 'WAITING' and not told;
create index recurring_turns_of_a_person on recurring_turns (user_id, id);

create table own_fills (
  user_id uuid not null,
  at timestamptz not null,
  coin text collate "C" not null,
  quote text collate "C" not null,
  number bigint not null,
  primary key (user_id, at, coin, quote, number)
);
comment on table own_fills is 'The fills of each person by time, two rows for each fill; derived from fills, which has the data.';
comment on column own_fills.user_id is 'Maker or taker.';
comment on column own_fills.at is 'When it was traded: fills.created_at.';
comment on column own_fills.number is 'With coin and quote, the key of the fill.';

create table own_fill_heads (
  coin text not null,
  quote text not null,
  fill bigint not null,
  primary key (coin, quote)
);
comment on table own_fill_heads is 'The last fill of each market that own_fills includes.';

create table movements (
  user_id uuid not null,
  at timestamptz not null,
  id bigint not null,
  asset text not null,
  kind text not null,
  primary key (user_id, at, id) include (asset, kind)
);
comment on table movements is
  'The transfers that changed each person''s spendable or blocked balance, by time; derived from transfers, which has amounts and '
  'causes.';
comment on column movements.at is 'When the transfer was made: transfers.created_at.';
comment on column movements.id is 'The id of the transfer.';
comment on column movements.kind is 'transfers.kind.';

create table movements_head (
  singleton boolean primary key default true check (singleton),
  transfer_id bigint not null
);
comment on table movements_head is 'One row: the last transfer that movements includes.';
comment on column movements_head.singleton is 'Always true: there is one row.';

insert into movements_head (transfer_id) values (0);
