-- Orders, fills, orders that wait for a price, recurring purchases, and what each person reads of their own by time.

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
  'IS_OPEN: in the book. IS_CLOSED: filled. FINISHED_WITHOUT_TRANSACTION and FINISHED_WITH_TRANSACTION: ended early, with '
  'nothing or with a part filled.';
comment on column orders.amount is 'Smallest units of the coin, as is executed_amount.';
comment on column orders.unit_price is 'Smallest units of the quote for one whole coin.';
comment on column orders.notional is 'amount × unit price of what was executed, without the fee, in smallest units of the quote.';
comment on column orders.fee is 'Smallest units of the quote.';
comment on column orders.total is 'What was paid in all, or received, in smallest units of the quote.';
comment on column orders.toman_value is 'Worth when it was traded, in smallest units of Toman, for statistics and fee levels.';
comment on column orders.sequence is 'Its place in its market''s line, for time priority; null: a quick trade.';
comment on column orders.wage_ppm is
  'The fee it pays, in millionths (ppm): that of its owner''s level when it was placed.';
comment on column orders.reserved is 'What is still blocked for it: smallest units of the quote on a buy, of the coin on a sell.';
comment on column orders.first_fill is 'With last_fill the numbers of the fills it took when it came; null: none.';
comment on column orders.ended_by is
  'Why it ended early: its owner, an own order on the other side, a book without more, the exchange, its own time (EXPIRED), '
  'another order in its place (REPLACED), the time its owner set for all (CANCEL_AFTER), or another of its group (LINKED). '
  'Null: it did not.';
comment on column orders.closed_at is 'Null: it is open, or a quick trade.';
comment on column orders.idempotency_key is
  'The key of the request that placed it, whose reply is in idempotency; null: it came without one.';
comment on column orders.time_in_force is
  'GTC: until it is cancelled. IOC: immediately or not. FOK: all of it immediately or none. GTD: until valid_until. Null: GTC of a '
  'limit order, IOC of a market order.';
comment on column orders.valid_until is 'From then on nothing of it is traded, by the time of the batch; it is ended soon after.';
comment on column orders.post_only is 'It is refused if it would match a resting order.';
comment on column orders.client_order_id is
  'The id that its owner gave it. Of the open orders of one account none share one: the writer, which alone places them, sees '
  'to it.';
comment on column orders.self_trade is
  'Which gives way where it would have met an own order as it came: NEWEST, which null means too, OLDEST or BOTH.';
comment on column orders.replaces is 'The order in whose place it came, in the same batch; that one is ended by REPLACED.';
comment on column orders.trigger_state is
  'DORMANT: until the entry of its bracket ends. WAITING: for its price. DUE: that was reached, and it is the next of its line '
  'to come to the book. FIRED: it did. Null: it waited for nothing.';
comment on column orders.trigger_kind is
  'STOP: a purchase from its price on, a sale down from it. TAKE_PROFIT: the other way. TRAILING_STOP: a stop that follows the '
  'best price at a distance. ENTRY: once the entry of its bracket ends.';
comment on column orders.trigger_by is
  'LAST: the price of each trade of its market. REFERENCE: the published price, once a second. Null: an ENTRY.';
comment on column orders.trigger_price is
  'Smallest units of the quote for one whole coin; of a trailing stop where it stood when it was placed.';
comment on column orders.trigger_distance is 'How far a trailing stop stays behind, in units of trigger_price; null: it is none.';
comment on column orders.trigger_limit is 'The worst price that a market order takes; null: none was named, or a limit order.';
comment on column orders.trigger_total is
  'The most that a market purchase pays in all, in smallest units of the quote; null: it is for an amount.';
comment on column orders.triggered_at is 'When it became DUE.';
comment on column orders.group_id is
  'Of an OCO or a bracket: orders of one id end each other. What an OCO blocks stands with its limit order. Null: it stands '
  'alone.';
comment on column orders.recurring_id is
  'The recurring_plans it was bought for; null: its owner bought or sold it, as nearly all.';
comment on column orders.display_amount is 'How much of it the book shows at a time, in the coin''s smallest unit; null: all.';
comment on column orders.shown_amount is
  'How much of it the book shows while it is open: what is left of its slice. Null: it hides nothing.';
comment on column orders.slice_at is
  'The change of its market that brought its slice forth, behind all that waited at its price then. Null: it came with the '
  'order.';
comment on column orders.slice_turn is 'Its place among those that one change brought forth.';
-- Orders are stored in the order of their ids, so a block range index finds new ones at hardly any cost.
create index orders_by_time on orders using brin (created_at) with (pages_per_range = 16, autosummarize = on);
-- Open orders of a person; a starting writer reads all of them.
create index orders_open on orders (user_id, id) where order_status = 'IS_OPEN';
-- Finds the open order of a client id, otherwise the newest.
create index orders_by_client_id on orders (user_id, client_order_id, (order_status = 'IS_OPEN'), id)
  where client_order_id is not null;
-- The few open orders that wait or hide a part, for the audit and for conditions in version_needs.
create index orders_waiting on orders (id) where order_status = 'IS_OPEN' and trigger_state in ('DORMANT', 'WAITING', 'DUE');
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
  'Matches of two orders of the book; append-only, written by the ledger with the transfers that settle them.';
comment on column fills.number is 'Without gaps within its market.';
comment on column fills.maker_order is 'The order that was in the book.';
comment on column fills.taker_order is 'The order that came.';
comment on column fills.taker_side is 'What the taker did; the maker did the other.';
comment on column fills.unit_price is 'Smallest units of the quote for one whole coin.';
comment on column fills.amount is 'Smallest units of the coin.';
comment on column fills.notional is 'amount × unit price, cut to smallest units of the quote.';
comment on column fills.maker_fee is 'Smallest units of the quote, as is taker_fee.';
comment on column fills.toman_value is 'Worth when it was traded, in smallest units of Toman, for statistics and fee levels.';
create index fills_of_maker on fills (maker_order, number);
create index fills_by_time on fills using brin (created_at) with (pages_per_range = 16, autosummarize = on);
create trigger fills_append_only before update or delete or truncate on fills for each statement execute function refuse_change();

create table fills_told (
  coin text not null,
  quote text not null,
  fill bigint not null,
  primary key (coin, quote)
);
comment on table fills_told is 'Up to which fill of each market people have been notified of filled orders.';

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
  'Written with the outcome of an order that waited, and deleted with the notice to its owner: these owners are still to be notified.';
comment on column order_outcomes.at is 'The time of its batch.';
comment on column order_outcomes.outcome is
  'FIRED: its turn came, and it went to the book. LINKED: another of its group ended it.';
comment on column order_outcomes.user_id is 'The owner of the order, who is told.';
comment on column order_outcomes.order_status is 'Of the order at that moment; it may have gone on since.';
comment on column order_outcomes.ended_by is 'Why it ended there; null: it rests in the book, or has all that it asked for.';
comment on column order_outcomes.executed_amount is 'Coins that it had traded by then, smallest units.';
comment on column order_outcomes.total is 'What it had paid or brought by then with its fee, smallest units of the quote.';

create table cancel_after (
  user_id uuid not null,
  market_type text not null,
  due_at timestamptz,
  primary key (user_id, market_type)
) with (fillfactor = 50);
comment on table cancel_after is
  'When all open orders of an account are cancelled unless it says otherwise in time: one row for each account and market. A '
  'writer that starts reads it, and executes immediately what is overdue.';
comment on column cancel_after.market_type is 'BITCOIN_TOMAN: of that market alone. Empty: of all.';
comment on column cancel_after.due_at is 'Null: not at all, or it was done.';
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
  'The best prices that waiting trailing stops have seen, written with what reached them: each counts for the orders of its '
  'market and side that were placed up to its number. One that a later and better one covers is deleted.';
comment on column trailing_extremes.side is 'Of the orders that trail: sales trail the highest price, purchases the lowest.';
comment on column trailing_extremes.sequence is 'The number of the market''s change by which it was reached.';
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
comment on column recurring_plans.budget is 'Toman a purchase may take with its fee, smallest units.';
comment on column recurring_plans.max_price is
  'Toman for one coin above which nothing is bought, smallest units; null: its owner set none.';
comment on column recurring_plans.day is
  'WEEKLY: 1 is Saturday, 7 Friday. MONTHLY: day of the Jalali month, its last where it has no such day. DAILY: 0.';
comment on column recurring_plans.hour is 'Of the day in Tehran.';
comment on column recurring_plans.state is
  'ACTIVE: comes at next_at. PAUSED: until its owner resumes it. ENDED: for good; its purchases stay in the history.';
comment on column recurring_plans.next_at is 'The next turn.';
comment on column recurring_plans.last_day is
  'Day of Tehran of its last turn, which has its row in recurring_turns: no other comes that day.';
comment on column recurring_plans.purchases is 'How many of its turns bought something, as far as they are told.';
comment on column recurring_plans.bought is 'Coins of these together, smallest units.';
comment on column recurring_plans.spent is 'Toman of these together with their fees, smallest units.';
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
  'One row for each plan and day on which it came: made once, and then bought or skipped once, by one command of the ledger.';
comment on column recurring_turns.id is 'Also its key in the ledger.';
comment on column recurring_turns.user_id is 'The owner of its plan.';
comment on column recurring_turns.day is 'Of Tehran, for which it came.';
comment on column recurring_turns.budget is 'Toman it may take with its fee, smallest units.';
comment on column recurring_turns.max_price is 'Toman for one coin above which nothing is bought, smallest units; null: none.';
comment on column recurring_turns.state is 'WAITING: neither yet. BOUGHT: by order_id. SKIPPED: nothing was bought, for reason.';
comment on column recurring_turns.due_at is 'The turn of the plan.';
comment on column recurring_turns.look_at is 'While it waits: when it is tried next.';
comment on column recurring_turns.waits_until is
  'Until then it waits for what the exchange lacks (a price, a market that is open, coins); later it is skipped.';
comment on column recurring_turns.reason is 'Why it was skipped, or waits; a code of domain''s RECURRING_SKIPS.';
comment on column recurring_turns.amount is 'Coins, smallest units.';
comment on column recurring_turns.unit_price is 'Toman for one coin, smallest units.';
comment on column recurring_turns.fee is 'Toman, smallest units.';
comment on column recurring_turns.total is 'Toman paid in all, smallest units.';
comment on column recurring_turns.told is 'Its plan counts it, and its owner was told.';
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
comment on table own_fills is 'Whose each fill is, by time: two rows a fill. Follows fills; what it says is read there.';
comment on column own_fills.user_id is 'Maker or taker.';
comment on column own_fills.at is 'When it was traded: fills.created_at.';
comment on column own_fills.number is 'With coin and quote the key of the fill.';

create table own_fill_heads (
  coin text not null,
  quote text not null,
  fill bigint not null,
  primary key (coin, quote)
);
comment on table own_fill_heads is 'Up to which fill of each market own_fills goes.';

create table movements (
  user_id uuid not null,
  at timestamptz not null,
  id bigint not null,
  asset text not null,
  kind text not null,
  primary key (user_id, at, id) include (asset, kind)
);
comment on table movements is
  'Whose spendable or blocked balance each transfer changed, by time. Follows transfers; amounts and causes are read there.';
comment on column movements.at is 'When the transfer was made: transfers.created_at.';
comment on column movements.id is 'The transfer.';
comment on column movements.kind is 'As transfers.kind.';

create table movements_head (
  singleton boolean primary key default true check (singleton),
  transfer_id bigint not null
);
comment on table movements_head is 'One row: up to which transfer movements go.';
comment on column movements_head.singleton is 'Always true: there is one row.';

insert into movements_head (transfer_id) values (0);
