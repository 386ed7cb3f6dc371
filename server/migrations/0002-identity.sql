-- People, their sessions, codes and cards, fee levels, and the sandbox's outbox. Times are the server's clock.

create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  -- argon2id with its parameters and salt.
  password_hash text not null,
  first_name text not null default '',
  last_name text not null default '',
  -- With the country's prefix: +989121234567.
  mobile text unique,
  language text not null default 'fa' check (language in ('fa', 'en')),
  authentication_type text not null default 'NOT_COMPLETE' check (authentication_type in ('UNAUTHORIZED', 'UNIDENTIFIED',
    'NOT_COMPLETE', 'PENDING', 'AUTHORIZED', 'INFORMATION_CHANGED', 'INFORMATION_CHANGED_PENDING')),
  two_step_method text not null default 'EMAIL' check (two_step_method in ('EMAIL', 'SMS', 'GOOGLE_AUTHENTICATOR')),
  -- SUPERVISOR is a market maker.
  level text not null default 'BRONZE',
  customer_kind text check (customer_kind in ('REAL', 'COMPANY')),
  country_name text,
  country_phone_code text,
  referral_code text not null unique,
  inviter_id uuid references users check (inviter_id <> id),
  email_verified_at timestamptz not null,
  blocked_at timestamptz,
  created_at timestamptz not null,
  check ((country_name is null) = (country_phone_code is null))
);
create index users_invited on users (inviter_id) where inviter_id is not null;

create table account_levels (
  level text primary key check (level in ('BRONZE', 'SILVER', 'GOLD', 'PLATINUM', 'SUPERVISOR')),
  position smallint not null unique,
  -- Three-month volume from which the level holds, smallest units of Toman.
  trade_amount numeric(38, 0) not null check (trade_amount >= 0),
  -- Fee in millionths of the quote amount.
  wage_ppm bigint not null check (wage_ppm between 0 and 1000000),
  wage_tether_ppm bigint not null check (wage_tether_ppm between 0 and 1000000)
);
insert into account_levels (level, position, trade_amount, wage_ppm, wage_tether_ppm) values
  ('BRONZE', 1, 0, 4000, 3000),
  ('SILVER', 2, 100000000::numeric * 1000000, 3500, 2600),
  ('GOLD', 3, 500000000::numeric * 1000000, 3000, 2200),
  ('PLATINUM', 4, 2000000000::numeric * 1000000, 2500, 1800),
  ('SUPERVISOR', 5, 0, 1000, 800);
alter table users add foreign key (level) references account_levels;

-- A sign-up waits here until its code comes back: nothing it brought touches a person before that.
create table sign_ups (
  id uuid primary key,
  email text not null,
  password_hash text not null,
  referral_code text,
  language text not null,
  created_at timestamptz not null
);
create index sign_ups_of_email on sign_ups (email, id);

create table one_time_codes (
  id uuid primary key,
  -- Keyed digest of the e-mail address, which may belong to nobody.
  address_key bytea not null,
  purpose text not null check (purpose in ('SIGN_UP', 'LOGIN')),
  user_id uuid references users,
  sign_up_id uuid references sign_ups on delete cascade,
  -- Keyed digest of purpose, id and code.
  digest bytea not null,
  -- The step that the code belongs to; a code sent again keeps it.
  step_id uuid not null,
  step_began_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  attempts smallint not null default 0,
  used_at timestamptz,
  check ((purpose = 'LOGIN') = (user_id is not null)),
  check ((purpose = 'SIGN_UP') = (sign_up_id is not null))
);
create index one_time_codes_of_address on one_time_codes (address_key, id);
create index one_time_codes_of_sign_up on one_time_codes (sign_up_id) where sign_up_id is not null;

-- Counts of things that are limited per address: failed logins, wrong codes, codes sent.
create table limit_counters (
  address_key bytea not null,
  kind text not null,
  window_began_at timestamptz not null,
  used integer not null,
  primary key (address_key, kind)
);
create index limit_counters_by_age on limit_counters (window_began_at);

create table sessions (
  -- SHA-256 of the token.
  token_digest bytea primary key,
  id uuid not null unique,
  user_id uuid not null references users,
  remember boolean not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  os_type text not null,
  device_type text not null,
  browser text not null,
  ip text not null
);
create index sessions_of_user on sessions (user_id);

-- The login history; user_id is null where the address belongs to nobody.
create table login_attempts (
  id uuid primary key,
  user_id uuid references users,
  successful boolean not null,
  created_at timestamptz not null,
  os_type text not null,
  device_type text not null,
  browser text not null,
  ip text not null
);
create index login_attempts_of_user on login_attempts (user_id, id);

create table bank_accounts (
  id uuid primary key,
  user_id uuid not null references users,
  -- Encrypted with a key outside the database; the index finds duplicates without reading.
  card_encrypted bytea not null,
  card_index bytea not null unique,
  card_masked text not null,
  sheba_encrypted bytea,
  sheba_index bytea unique,
  bank_name text not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  check ((sheba_encrypted is null) = (sheba_index is null))
);
create index bank_accounts_of_user on bank_accounts (user_id, id);

-- What the sandbox would have sent.
create table sandbox_outbox (
  id uuid primary key,
  recipient text not null,
  channel text not null check (channel in ('EMAIL', 'SMS')),
  subject text not null,
  body text not null,
  code text,
  created_at timestamptz not null
);
create index sandbox_outbox_of_recipient on sandbox_outbox (recipient, id);
