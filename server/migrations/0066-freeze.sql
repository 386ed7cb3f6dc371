-- Who sees that somebody else is in their account freezes it: by the link of a notice, without a log-in, or in it.
alter table users
  add column frozen_at timestamptz,
  add column frozen_by text check (frozen_by in ('LINK', 'OWNER')),
  add column thaws_at timestamptz,
  add check ((frozen_at is null) = (frozen_by is null)),
  add check (thaws_at is null or frozen_by = 'OWNER');

comment on column users.frozen_at is
  'Since when nothing leaves and what protects the account stays as it is; null: not frozen.';
comment on column users.frozen_by is
  'LINK: by the link of a notice, which staff alone lifts. OWNER: in the account, which its owner may lift.';
comment on column users.thaws_at is
  'When it ends by itself, a day after the owner lifted it; null: it doesn''t.';

create index users_thawing on users (thaws_at) where thaws_at is not null;

alter table sessions
  drop constraint sessions_proved_for_check,
  add constraint sessions_proved_for_check check (proved_for in
    ('EMAIL', 'MOBILE', 'PASSWORD', 'TWO_STEP', 'RECOVERY_CODES', 'THAW'));

alter table one_time_codes
  drop constraint one_time_codes_purpose_check,
  add constraint one_time_codes_purpose_check check (purpose in
    ('SIGN_UP', 'LOGIN', 'STEP_UP', 'TWO_STEP', 'RESET', 'EMAIL', 'MOBILE', 'WITHDRAWAL', 'THAW'));
