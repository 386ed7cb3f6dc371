-- Who wants to be safe from themselves, too, locks what protects their account for a time that nobody can shorten.
alter table users
  add column settings_locked_until timestamptz;

comment on column users.settings_locked_until is
  'What protects the account stays as it is until then, whoever asks; null, or past: it can be changed.';

alter table sessions
  drop constraint sessions_proved_for_check,
  add constraint sessions_proved_for_check check (proved_for in
    ('EMAIL', 'MOBILE', 'PASSWORD', 'TWO_STEP', 'RECOVERY_CODES', 'THAW', 'ADDRESS', 'WHITELIST', 'SETTINGS_LOCK',
     'MAIL_PHRASE'));
