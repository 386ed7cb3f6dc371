-- Running the exchange: the audit log and the continuous audit, changes that need a second person, maintenance, pauses,
-- processes, errors in browsers, and alarms.

-- Refuses a change of the audit log.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;

create table audit_log (
  number bigint primary key,
  at timestamptz not null,
  actor_id uuid,
  action text not null,
  subject_id uuid,
  detail text not null,
  hash bytea not null check (length(hash) = 32)
);
comment on table audit_log is
  'The append-only log of security changes and of each access of staff to personal data. An entry is written in the transaction '
  'of the action that it records.';
comment on column audit_log.number is 'Incremented by one from 1, without gaps.';
comment on column audit_log.actor_id is 'The person who acted; null: the system itself, or an operator at the command line.';
comment on column audit_log.subject_id is 'The person concerned; null: none.';
comment on column audit_log.detail is 'JSON without secrets and without identifiers in full.';
comment on column audit_log.hash is
  'An HMAC under a key derived from BOOKS_KEY: it covers this entry and the hash before it, so that no entry can be changed, '
  'removed or inserted without being detected.';
create index audit_log_of_subject on audit_log (subject_id, number) where subject_id is not null;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

create table audit_head (
  one boolean primary key default true check (one),
  number bigint not null,
  hash bytea not null
);
comment on table audit_head is 'One row: the last entry of the audit log, locked by the transaction that appends the next.';
comment on column audit_head.one is 'Always true: there is one row.';
comment on column audit_head.hash is 'The hash of that entry; 32 zero bytes before the first one.';

insert into audit_head (number, hash) values (0, decode(repeat('00', 32), 'hex'));

create table chain_acceptances (
  chain text not null check (chain in ('books', 'audit-log')),
  number bigint not null,
  mac bytea not null check (length(mac) = 32),
  digest bytea not null check (length(digest) = 32),
  fault text not null,
  acknowledged_by uuid not null references users,
  reason text not null,
  accepted_at timestamptz not null,
  seal bytea not null check (length(seal) = 32),
  primary key (chain, number)
);
comment on table chain_acceptances is
  'Points from which a broken chain is trusted again. The owner writes here, by `npm run audit accept`; the server reads.';
comment on column chain_acceptances.number is
  'The number of the batch, or the entry, after which the chain is followed from now on.';
comment on column chain_acceptances.mac is 'The MAC of that batch or entry.';
comment on column chain_acceptances.digest is
  'SHA-256 over all entries of the audit log up to it; zeros for the ledger, whose opening batch covers them.';
comment on column chain_acceptances.fault is 'The violation that was found.';
comment on column chain_acceptances.acknowledged_by is 'The admin who had acknowledged the violation.';
comment on column chain_acceptances.reason is 'The reason that the admin gave.';
comment on column chain_acceptances.seal is
  'HMAC-SHA-256 over the row under a key derived from BOOKS_KEY; without it the row is ignored.';

create table violations (
  id uuid primary key,
  digest bytea not null unique,
  law text not null,
  detail jsonb not null,
  found_at timestamptz not null,
  last_found_at timestamptz not null,
  acknowledged_by uuid references users,
  acknowledged_at timestamptz,
  reason text,
  acknowledged_mac bytea,
  check (num_nulls(acknowledged_by, acknowledged_at, reason, acknowledged_mac) in (0, 4))
);
comment on table violations is
  'Violated laws of the ledger, of the audit log or of the holdings. No withdrawal leaves while one is unacknowledged.';
comment on column violations.digest is 'SHA-256 of law and detail: the same violation is stored once.';
comment on column violations.detail is 'JSON of the row that violates the law.';
comment on column violations.acknowledged_by is 'The admin who knows the cause and lets withdrawals continue.';
comment on column violations.acknowledged_mac is
  'A MAC under a key derived from BOOKS_KEY, so that write access to the database doesn''t allow an acknowledgement.';

create table watch_state (
  one boolean primary key default true check (one),
  batch bigint not null,
  followed_at timestamptz,
  rechecked_at timestamptz,
  recheck_ms int
);
comment on table watch_state is 'The progress of the continuous audit: only for staff''s page, nothing depends on it.';
comment on column watch_state.one is 'Always true: there is one row.';
comment on column watch_state.batch is 'The last batch of the ledger that was checked.';
comment on column watch_state.followed_at is 'When new batches and entries were last checked; written every ten seconds.';
comment on column watch_state.rechecked_at is 'When all rows, old ones too, were last checked again.';
comment on column watch_state.recheck_ms is 'How long that took, in milliseconds.';

insert into watch_state (batch) values (0);

-- Refuses a change of a row that is decided already.
create function refuse_decided() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'WAITING' and new.id = old.id and new.kind = old.kind and new.key = old.key
    and new.version = old.version and new.before = old.before and new.after = old.after and new.reason = old.reason
    and new.four_eyes = old.four_eyes and new.asked_by = old.asked_by and new.asked_at = old.asked_at
  then
    return new;
  end if;
  raise exception 'row_changes: a decided change can not be changed';
end $$;

create table row_changes (
  id uuid primary key,
  kind text not null,
  key text not null,
  version int not null,
  before jsonb not null,
  after jsonb not null,
  reason text not null,
  state text not null check (state in ('WAITING', 'DONE', 'CANCELLED', 'OVERTAKEN')),
  four_eyes boolean not null,
  asked_by uuid not null,
  asked_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  check ((state = 'WAITING') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  check (state <> 'WAITING' or four_eyes),
  check (state <> 'DONE' or not four_eyes or decided_by <> asked_by)
);
comment on table row_changes is
  'Changes of the rows that staff sets, with the staff members who requested and approved them, and the reason. A decided change '
  'can''t be changed.';
comment on column row_changes.kind is 'The kind of row, which stands for a table.';
comment on column row_changes.key is 'The key of the row.';
comment on column row_changes.version is 'The version of the row on which the staff member based the change.';
comment on column row_changes.before is 'JSON of the fields that change, as they were.';
comment on column row_changes.after is 'JSON of the same fields, as they are to become.';
comment on column row_changes.state is
  'WAITING: for a second staff member. DONE. CANCELLED. OVERTAKEN: the row was changed in another way meanwhile.';
comment on column row_changes.four_eyes is 'It loosens a protection, so that a second admin has to approve it.';
create unique index row_changes_waiting on row_changes (kind, key) where state = 'WAITING';
create index row_changes_of_row on row_changes (kind, key, id);
create index row_changes_by_state on row_changes (state, id);
create trigger row_changes_keep_decided before update or delete on row_changes for each row execute function refuse_decided();

create table maintenance (
  singleton boolean primary key default true check (singleton),
  version int not null check (version > 0),
  began_at timestamptz,
  text_fa text,
  text_en text,
  expected_end timestamptz,
  changed_at timestamptz not null,
  changed_by uuid not null references users,
  check ((began_at is null) = (text_fa is null)),
  check ((began_at is null) = (text_en is null)),
  check (began_at is not null or expected_end is null)
);
comment on table maintenance is
  'Whether customers are currently refused all changes, and the text that they see; no row: there never was maintenance.';
comment on column maintenance.version is 'The number of its changes.';
comment on column maintenance.began_at is 'When it began; null: it is off.';
comment on column maintenance.expected_end is 'When staff expects it to end; it doesn''t end automatically. Null: unknown.';

create table pauses (
  scope text not null check (scope in ('FEATURE', 'MARKET', 'COIN')),
  name text not null,
  version int not null check (version > 0),
  text_fa text not null,
  text_en text not null,
  begins_at timestamptz not null,
  ends_at timestamptz,
  changed_at timestamptz not null,
  changed_by uuid not null references users,
  primary key (scope, name),
  check (ends_at >= begins_at)
);
comment on table pauses is
  'What staff stops for a limited time: a feature, a market or a coin. A row is the last pause of its name, and stays when that '
  'is over.';
comment on column pauses.version is 'The number of its changes, those of earlier pauses included.';
comment on column pauses.ends_at is 'When it ends automatically, by the clock of each process. Null: when staff ends it.';

create table processes (
  id uuid primary key,
  role text not null check (role in ('SERVER', 'WORKER')),
  version text not null,
  commit_id text,
  host text not null,
  pid int not null,
  epoch bigint,
  started_at timestamptz not null,
  heard_at timestamptz not null
);
comment on table processes is
  'The processes of this installation. Each updates its row every fifteen seconds, and deletes it when it stops; rows without an '
  'update for a day are deleted.';
comment on column processes.commit_id is 'The commit that it was built from; null: unknown.';
comment on column processes.epoch is 'The epoch of the lease that it holds as the ledger''s writer. Null: it is not the writer.';

create table recent_changes (
  user_id uuid primary key,
  until timestamptz not null
) with (fillfactor = 50);
comment on table recent_changes is 'People with recent changes that replicas may not have yet. Empty where there are no replicas.';
comment on column recent_changes.until is
  'When their running requests will have ended; written before a request changes anything, and deleted some minutes later.';

create table web_errors (
  id uuid primary key,
  fingerprint bytea not null unique check (length(fingerprint) = 32),
  name text not null check (length(name) <= 40),
  message text not null check (length(message) <= 160),
  route text not null check (length(route) <= 120),
  times bigint not null check (times > 0),
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  version text not null check (length(version) <= 60),
  frames text[] not null check (cardinality(frames) <= 8),
  browser text not null check (length(browser) <= 20),
  language text not null check (language in ('fa', 'en'))
);
comment on table web_errors is
  'Errors of our own scripts in people''s browsers, one row per kind, kept 90 days. Nothing in a row identifies a person.';
comment on column web_errors.fingerprint is
  'SHA-256 of name, message, page and script: what reports of the same error have in common, in all versions.';
comment on column web_errors.route is 'The pattern of the page, without what a person typed.';
comment on column web_errors.version is 'Of the newest report, as are frames, browser and language.';
comment on column web_errors.frames is 'The newest frames of the stack, within our own scripts.';

create table alarms (
  id uuid primary key,
  kind text not null,
  subject text not null,
  found_by text not null,
  figure int,
  severity text not null check (severity in ('PAGE', 'TICKET')),
  seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  gone_at timestamptz,
  raised_at timestamptz,
  cleared_at timestamptz,
  step int not null default 0,
  round int not null default 0,
  next_step_at timestamptz,
  acknowledged_at timestamptz,
  check (raised_at is not null or (cleared_at is null and next_step_at is null and acknowledged_at is null)),
  check (cleared_at is null or next_step_at is null)
);
comment on table alarms is
  'Problems of the exchange itself: one row per kind and subject while it lasts. Different from alerts, which are prices that '
  'people wait for.';
comment on column alarms.subject is
  'What has the problem: a coin on its network, a chain, a job, a host; empty where there is only one.';
comment on column alarms.found_by is 'The check that finds it, and finds when it is over.';
comment on column alarms.figure is 'Its extent in the unit of the kind: minutes, days, percent, a count; null: it has none.';
comment on column alarms.severity is 'PAGE: wakes a staff member, and escalates. TICKET: to be handled today, by mail only.';
comment on column alarms.gone_at is 'Since when it is no longer found; null: it was found at the last check.';
comment on column alarms.raised_at is
  'When it had lasted long enough to be raised; null: it may still be temporary, and no one is notified.';
comment on column alarms.step is 'The step of the escalation since it was last raised; 0: no one was notified yet.';
comment on column alarms.round is
  'How many steps there were in all: with way and recipient it is the key that makes each message unique.';
comment on column alarms.next_step_at is 'When the next step is due; null: no one else is notified.';
comment on column alarms.acknowledged_at is
  'When a staff member acknowledged it; null: unacknowledged, or it lasted and was raised again.';
create unique index alarms_open on alarms (kind, subject) where cleared_at is null;
create index alarms_due on alarms (next_step_at) where next_step_at is not null;
create index alarms_over on alarms (cleared_at) where cleared_at is not null;

create table alarm_acknowledgements (
  id uuid primary key,
  alarm_id uuid not null references alarms,
  staff_id uuid not null references users,
  at timestamptz not null,
  note text not null
);
comment on table alarm_acknowledgements is 'The staff members who took responsibility for an alarm, when, and their notes.';
create index alarm_acknowledgements_of_alarm on alarm_acknowledgements (alarm_id);

create table alarm_messages (
  id uuid primary key,
  alarm_id uuid not null references alarms,
  round int not null,
  step int not null,
  way text not null check (way in ('EMAIL', 'SMS', 'WEBHOOK', 'TELEGRAM')),
  user_id uuid references users,
  created_at timestamptz not null,
  next_try_at timestamptz,
  tries int not null default 0,
  sent_at timestamptz,
  given_up_at timestamptz,
  dropped_at timestamptz,
  fault text,
  unique nulls not distinct (alarm_id, round, way, user_id),
  check (num_nonnulls(next_try_at, sent_at, given_up_at, dropped_at) = 1)
);
comment on table alarm_messages is
  'The recipients of an alarm, and the outcome. The table is itself the queue: jobs are done only by the writer''s worker, and a '
  'missing writer is one of the alarms.';
comment on column alarm_messages.user_id is 'The staff member; null: an address of the settings.';
comment on column alarm_messages.next_try_at is
  'When it is tried next, or, while a process sends it, when another process may; null: done.';
comment on column alarm_messages.dropped_at is 'When it became unnecessary: the alarm was acknowledged or over before it was sent.';
comment on column alarm_messages.fault is 'Why the last try failed; null: none did.';
create index alarm_messages_due on alarm_messages (way, next_try_at) where next_try_at is not null;

create table alarm_checks (
  name text primary key,
  looked_at timestamptz not null,
  memory jsonb
);
comment on table alarm_checks is 'When each condition was last checked, by any worker.';
comment on column alarm_checks.looked_at is 'When the last check began.';
comment on column alarm_checks.memory is 'Values that the check stores for its next run.';

create table alarm_duty (
  user_id uuid primary key references users,
  since timestamptz not null
);
comment on table alarm_duty is 'The staff members on duty, who are notified first.';
