-- Purchases that come by themselves, each day, week or Jalali month, from what their owner has in Toman. Decision 92.
create table recurring_plans (
  id uuid primary key,
  user_id uuid not null references users,
  coin text not null,
  budget numeric(38, 0) not null check (budget > 0),
  max_price numeric(38, 0) check (max_price > 0),
  rhythm text not null check (rhythm in ('DAILY', 'WEEKLY', 'MONTHLY')),
  day integer not null,
  hour integer not null check (hour between 0 and 23),
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'PAUSED', 'ENDED')),
  next_at timestamptz,
  last_day date,
  purchases integer not null default 0,
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
  'ACTIVE: comes at next_at. PAUSED: until its owner goes on. ENDED: for good; its purchases stay in the history.';
comment on column recurring_plans.next_at is 'The next turn.';
comment on column recurring_plans.last_day is 'Day of Tehran of its last turn, which has its row in recurring_turns: no other comes that day.';
comment on column recurring_plans.purchases is 'How many of its turns bought something, as far as they are told.';
comment on column recurring_plans.bought is 'Coins of these together, smallest units.';
comment on column recurring_plans.spent is 'Toman of these together with their fees, smallest units.';

-- What is due, and nothing else.
create index recurring_plans_due on recurring_plans (next_at) where state = 'ACTIVE';
-- The same coin at the same time is the same plan; and a person's are found here.
create unique index recurring_plans_of_a_person on recurring_plans (user_id, coin, rhythm, day, hour)
  where state <> 'ENDED';
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
  check ((state = 'BOUGHT') = (order_id is not null and amount is not null and unit_price is not null and fee is not null
    and total is not null)),
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
comment on column recurring_turns.state is
  'WAITING: neither yet. BOUGHT: by order_id. SKIPPED: nothing was bought, for reason.';
comment on column recurring_turns.due_at is 'The turn of the plan.';
comment on column recurring_turns.look_at is 'While it waits: when it is tried next.';
comment on column recurring_turns.waits_until is 'Until then it waits for what the exchange lacks (a price, a market that is open, coins); later it is skipped.';
comment on column recurring_turns.reason is 'Why it was skipped, or waits; a code of domain''s RECURRING_SKIPS.';
comment on column recurring_turns.amount is 'Coins, smallest units.';
comment on column recurring_turns.unit_price is 'Toman for one coin, smallest units.';
comment on column recurring_turns.fee is 'Toman, smallest units.';
comment on column recurring_turns.total is 'Toman paid in all, smallest units.';
comment on column recurring_turns.told is 'Its plan counts it, and its owner was told.';

create index recurring_turns_waiting on recurring_turns (look_at) where state = 'WAITING';
-- However late it is: one purchase of a plan waits at a time, so what an outage missed is made up for once.
create unique index recurring_turns_one_waits on recurring_turns (plan_id) where state = 'WAITING';
create index recurring_turns_untold on recurring_turns (done_at) where state <> 'WAITING' and not told;
create index recurring_turns_of_a_person on recurring_turns (user_id, id);
