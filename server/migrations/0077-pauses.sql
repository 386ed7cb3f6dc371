-- expands: a table that the version before doesn't read. It doesn't hold people back either while something is paused, so during an
-- update a pause is begun once all processes are of this version; what settles is held back as soon as the writer is.
create table pauses (
  scope text not null check (scope in ('FEATURE', 'MARKET', 'COIN')),
  name text not null,
  version integer not null check (version > 0),
  text_fa text not null,
  text_en text not null,
  begins_at timestamptz not null,
  ends_at timestamptz,
  changed_at timestamptz not null,
  changed_by uuid not null references users (id),
  primary key (scope, name),
  check (ends_at >= begins_at)
);
comment on table pauses is
  'What staff holds back for a while: a feature, a market or a coin. A row is the last pause of its name, and stays when that is over.';
comment on column pauses.version is 'Counts its changes, those of pauses before it too.';
comment on column pauses.ends_at is 'It ends by itself, by the clock of whoever judges. Null: when staff ends it.';
