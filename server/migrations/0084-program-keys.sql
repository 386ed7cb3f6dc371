-- expands: tables and an allowed value that the version before doesn't use.

-- Keys of people's own programs.
create table program_keys (
  id uuid primary key,
  user_id uuid not null references users (id),
  label text not null check (length(label) between 1 and 60),
  grant_encrypted bytea,
  created_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_ip text,
  check ((grant_encrypted is null) = (revoked_at is not null))
);

create index program_keys_of_user on program_keys (user_id) where revoked_at is null;

comment on table program_keys is
  'API keys of people''s own programs, each of which may do what its grant says. Those of companies'' stores are company_keys.';
comment on column program_keys.grant_encrypted is
  'Kind, public key or secret, permissions, address ranges, when it was made and ends, as JSON, sealed for this row and its owner: whoever writes to the table alone makes no key and widens none. Null: revoked, and nobody can take that back.';
comment on column program_keys.last_used_at is
  'When it last opened something, to the minute; null: never.';
comment on column program_keys.last_ip is
  'Where it was last used from.';

create table program_key_addresses (
  key_id uuid not null references program_keys (id),
  address text not null,
  first_used_at timestamptz not null,
  primary key (key_id, address)
);

comment on table program_key_addresses is
  'Where each key was used from, the newest hundred: its owner is told of one that is new.';
comment on column program_key_addresses.address is
  'An IPv4 address, or the /64 network of an IPv6 one.';

alter table sessions
  drop constraint sessions_proved_for_check,
  add constraint sessions_proved_for_check check (proved_for in
    ('EMAIL', 'MOBILE', 'PASSWORD', 'TWO_STEP', 'RECOVERY_CODES', 'THAW', 'ADDRESS', 'WHITELIST', 'SETTINGS_LOCK',
     'MAIL_PHRASE', 'PASSKEY', 'API_KEY'));
