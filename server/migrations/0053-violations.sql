-- What the continuous audit found.
create table violations (
  id uuid primary key,
  digest bytea not null unique,
  law text not null,
  detail jsonb not null,
  found_at timestamptz not null,
  last_found_at timestamptz not null,
  acknowledged_by uuid references users (id),
  acknowledged_at timestamptz,
  reason text,
  acknowledged_mac bytea,
  check (num_nulls(acknowledged_by, acknowledged_at, reason, acknowledged_mac) in (0, 4))
);

comment on table violations is
  'Laws of the books, of the audit log or of the holdings that were found broken. Nothing leaves while one isn''t acknowledged.';
comment on column violations.digest is
  'SHA-256 of law and detail: the same row is written down once.';
comment on column violations.detail is
  'The row that shows it.';
comment on column violations.acknowledged_by is
  'The admin who knows what happened and lets the rest go on.';
comment on column violations.acknowledged_mac is
  'By a key derived from BOOKS_KEY, so that nobody acknowledges by writing to the database.';

-- How far the continuous audit is.
create table watch_state (
  one boolean primary key default true check (one),
  batch bigint not null,
  followed_at timestamptz,
  rechecked_at timestamptz,
  recheck_ms integer
);
insert into watch_state (batch) values (0);

comment on table watch_state is
  'How far the continuous audit is: for staff''s page alone, nothing rests on it.';
comment on column watch_state.one is
  'Always true: there is one row.';
comment on column watch_state.batch is
  'Up to which the books were followed.';
comment on column watch_state.followed_at is
  'When new batches and entries were last looked at; it is written every ten seconds.';
comment on column watch_state.rechecked_at is
  'When everything was last checked anew, old rows too.';
comment on column watch_state.recheck_ms is
  'How long that took.';
