-- What protects an account is changed by who has just proved, for that very change, that they are its owner.
alter table sessions
  add column proved_for text
    check (proved_for in ('EMAIL', 'MOBILE', 'PASSWORD', 'TWO_STEP', 'RECOVERY_CODES')),
  add column proved_at timestamptz,
  add check ((proved_for is null) = (proved_at is null));

comment on column sessions.proved_for is
  'The one change for which the owner has proved themselves; null: none, or it was made.';
comment on column sessions.proved_at is
  'When that was; it is worth ten minutes.';
