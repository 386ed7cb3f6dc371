-- expands: the sandbox's outbox keeps messages by more ways, and whoever reads it may meet one that it shows by its text alone.

-- What is wrong with the exchange itself.
create table alarms (
  id uuid primary key,
  kind text not null,
  subject text not null,
  found_by text not null,
  figure integer,
  severity text not null check (severity in ('PAGE', 'TICKET')),
  seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  gone_at timestamptz,
  raised_at timestamptz,
  cleared_at timestamptz,
  step integer not null default 0,
  round integer not null default 0,
  next_step_at timestamptz,
  acknowledged_at timestamptz,
  check (raised_at is not null or (cleared_at is null and next_step_at is null and acknowledged_at is null)),
  check (cleared_at is null or next_step_at is null)
);
create unique index alarms_open on alarms (kind, subject) where cleared_at is null;
create index alarms_due on alarms (next_step_at) where next_step_at is not null;
create index alarms_over on alarms (cleared_at) where cleared_at is not null;

comment on table alarms is
  'What is wrong with the exchange itself: one row per kind and subject while it lasts. Not the alerts, which are prices that people wait for.';
comment on column alarms.subject is
  'With what: a coin on its network, a chain, a job, a host; empty where there is but one.';
comment on column alarms.found_by is
  'The check that sees it, and that says when it is gone.';
comment on column alarms.figure is
  'How much, in the unit of the kind: minutes, days, percent, a count; null: it has none.';
comment on column alarms.severity is
  'PAGE: somebody gets up for it, and it escalates. TICKET: today, by mail alone.';
comment on column alarms.gone_at is
  'Since when it isn''t seen any more; null: it was, the last time.';
comment on column alarms.raised_at is
  'When it had held for long enough; null: it may still be nothing, and nobody is told.';
comment on column alarms.step is
  'Of the escalation, since it was raised or brought up again; 0: nobody was told yet.';
comment on column alarms.round is
  'How many steps there were in all: with way and reader it is the key by which a message is written down once.';
comment on column alarms.next_step_at is
  'When the next step is due; null: nobody is told any more.';
comment on column alarms.acknowledged_at is
  'When a colleague took it on; null: nobody has, or it lasted on and was brought up again.';

create table alarm_acknowledgements (
  id uuid primary key,
  alarm_id uuid not null references alarms (id),
  staff_id uuid not null references users (id),
  at timestamptz not null,
  note text not null
);
create index alarm_acknowledgements_of_alarm on alarm_acknowledgements (alarm_id);

comment on table alarm_acknowledgements is
  'Who of the staff took an alarm on, when, and what they wrote.';

-- Both the queue of what is to be sent and the log of what was.
create table alarm_messages (
  id uuid primary key,
  alarm_id uuid not null references alarms (id),
  round integer not null,
  step integer not null,
  way text not null check (way in ('EMAIL', 'SMS', 'WEBHOOK', 'TELEGRAM')),
  user_id uuid references users (id),
  created_at timestamptz not null,
  next_try_at timestamptz,
  tries integer not null default 0,
  sent_at timestamptz,
  given_up_at timestamptz,
  dropped_at timestamptz,
  fault text,
  unique nulls not distinct (alarm_id, round, way, user_id),
  check (num_nonnulls(next_try_at, sent_at, given_up_at, dropped_at) = 1)
);
create index alarm_messages_due on alarm_messages (way, next_try_at) where next_try_at is not null;

comment on table alarm_messages is
  'Who is to be told of an alarm, and what came of it. It is the queue itself: the jobs are done by the writer''s worker alone, and that there is no writer is one of the alarms.';
comment on column alarm_messages.user_id is
  'The colleague; null: an address of the settings.';
comment on column alarm_messages.next_try_at is
  'When it is tried next, or, while somebody sends it, when somebody else may; null: it is done with.';
comment on column alarm_messages.dropped_at is
  'When it was no longer wanted: acknowledged or gone before it went out.';
comment on column alarm_messages.fault is
  'Why the last try failed; null: none did.';

create table alarm_checks (
  name text primary key,
  looked_at timestamptz not null,
  memory jsonb
);

comment on table alarm_checks is
  'When which conditions were last looked at, by whichever worker.';
comment on column alarm_checks.looked_at is
  'When somebody began to; it is that look''s for as long as nobody begins another.';
comment on column alarm_checks.memory is
  'What the check wants to know the next time.';

create table alarm_duty (
  user_id uuid primary key references users (id),
  since timestamptz not null
);

comment on table alarm_duty is
  'Who of the staff is on duty, and told first.';

alter table sandbox_outbox drop constraint sandbox_outbox_channel_check;
alter table sandbox_outbox add constraint sandbox_outbox_channel_check
  check (channel in ('EMAIL', 'SMS', 'WEBHOOK', 'TELEGRAM'));
