-- A passkey signs in without password and code, and takes the place of the code after the password.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id),
  credential_id bytea not null unique,
  key_encrypted bytea not null,
  name text not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('SYNCED', 'DEVICE', 'SECURITY_KEY')),
  sign_count bigint not null check (sign_count >= 0),
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index passkeys_of_user on passkeys (user_id);

comment on table passkeys is
  'WebAuthn credentials of people, each of which opens an account by itself.';
comment on column passkeys.credential_id is
  'As the authenticator names it; no secret.';
comment on column passkeys.key_encrypted is
  'Public key (COSE, base64url), sealed for this row and its owner: no other key opens the account.';
comment on column passkeys.kind is
  'SYNCED: on several devices of one owner. DEVICE: on one alone. SECURITY_KEY: on one that is plugged in or held near.';
comment on column passkeys.sign_count is
  'The authenticator''s counter when it last answered; 0: it doesn''t count.';
comment on column passkeys.last_used_at is
  'When it last signed in or confirmed something; null: never.';

-- Challenges are kept nowhere until they were answered; then so long that nobody answers the same again.
create table used_challenges (
  digest bytea primary key,
  used_at timestamptz not null
);

comment on table used_challenges is
  'Digests of passkeys'' challenges that were answered, until they would have ended by themselves.';

comment on column used_challenges.digest is
  'SHA-256 of the challenge in base64url.';

create index used_challenges_by_time on used_challenges (used_at);

alter table sessions
  add column by_passkey boolean not null default false;

comment on column sessions.by_passkey is
  'Whether it began with a passkey, as production asks of the treasury and of admins.';

alter table sessions
  drop constraint sessions_proved_for_check,
  add constraint sessions_proved_for_check check (proved_for in
    ('EMAIL', 'MOBILE', 'PASSWORD', 'TWO_STEP', 'RECOVERY_CODES', 'THAW', 'ADDRESS', 'WHITELIST', 'SETTINGS_LOCK',
     'MAIL_PHRASE', 'PASSKEY'));
