-- People and staff: accounts, sign-up, sign-in by password, code, passkey or Google, sessions, recovery, and keys of programs.
-- Times are the server's clock.

create table account_levels (
  level text primary key check (level in ('BRONZE', 'SILVER', 'GOLD', 'PLATINUM', 'SUPERVISOR')),
  position smallint not null unique,
  trade_amount numeric(38, 0) not null check (trade_amount >= 0),
  wage_ppm bigint not null check (wage_ppm between 0 and 1000000),
  wage_tether_ppm bigint not null check (wage_tether_ppm between 0 and 1000000),
  version int not null default 1
);
comment on table account_levels is 'The fee levels of customers and their fees; staff edits them in the back office.';
comment on column account_levels.level is 'SUPERVISOR is for market makers: only staff assigns it, and no volume earns it.';
comment on column account_levels.position is 'The order of the levels, lowest first.';
comment on column account_levels.trade_amount is
  'The volume of the last three months that the level requires, in smallest units of Toman.';
comment on column account_levels.wage_ppm is 'Fee in the Toman markets, in millionths (ppm) of the quote amount.';
comment on column account_levels.wage_tether_ppm is 'Fee in the Tether markets, in millionths (ppm) of the quote amount.';
comment on column account_levels.version is 'Incremented by every change, so that a change based on an older version is refused.';
create trigger next_version before update on account_levels for each row execute function next_version();

insert into account_levels (level, position, trade_amount, wage_ppm, wage_tether_ppm) values
  ('BRONZE', 1, 0, 4000, 3000),
  ('SILVER', 2, 100000000::numeric * 1000000, 3500, 2600),
  ('GOLD', 3, 500000000::numeric * 1000000, 3000, 2200),
  ('PLATINUM', 4, 2000000000::numeric * 1000000, 2500, 1800),
  ('SUPERVISOR', 5, 0, 1000, 800);

-- Records when a person is first authorised, by any statement.
create function note_authorization() returns trigger language plpgsql as $$
begin
  new.authorized_at := now();
  return new;
end $$;

-- Maintains the number of people that each inviter invited, so that no page has to count them.
create function count_invited() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update invited_counts set invited = invited - 1 where inviter_id = old.inviter_id;
  end if;
  if new.inviter_id is not null then
    insert into invited_counts as c (inviter_id, invited) values (new.inviter_id, 1)
      on conflict (inviter_id) do update set invited = c.invited + 1;
  end if;
  return null;
end $$;

create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  password_encrypted bytea,
  first_name text not null default '',
  last_name text not null default '',
  mobile text,
  language text not null default 'fa' check (language in ('fa', 'en')),
  authentication_type text not null default 'NOT_COMPLETE' check (authentication_type in ('UNAUTHORIZED', 'UNIDENTIFIED',
    'NOT_COMPLETE', 'PENDING', 'AUTHORIZED', 'INFORMATION_CHANGED', 'INFORMATION_CHANGED_PENDING')),
  two_step_method text not null default 'EMAIL' check (two_step_method in ('EMAIL', 'SMS', 'GOOGLE_AUTHENTICATOR')),
  level text not null default 'BRONZE' references account_levels,
  customer_kind text check (customer_kind in ('REAL', 'COMPANY')),
  country_name text,
  country_phone_code text,
  referral_code text not null unique,
  inviter_id uuid references users,
  email_verified_at timestamptz not null,
  blocked_at timestamptz,
  created_at timestamptz not null,
  mobile_verified_at timestamptz,
  withdrawals_held_until timestamptz,
  blocked_reason text,
  invited_by_self boolean not null default false,
  language_chosen boolean not null default false,
  theme text check (theme in ('dark', 'light')),
  authorized_at timestamptz,
  frozen_at timestamptz,
  frozen_by text check (frozen_by in ('LINK', 'OWNER')),
  thaws_at timestamptz,
  settings_locked_until timestamptz,
  mail_phrase_encrypted bytea,
  api_level text not null default 'STANDARD' check (api_level in ('STANDARD', 'MARKET_MAKER')),
  check (inviter_id <> id),
  check ((country_name is null) = (country_phone_code is null)),
  check ((blocked_at is null) = (blocked_reason is null)),
  check (mobile is not null or mobile_verified_at is null),
  check (not invited_by_self or inviter_id is not null),
  check ((frozen_at is null) = (frozen_by is null)),
  check (thaws_at is null or frozen_by = 'OWNER')
);
comment on table users is 'People: customers, companies, staff and market makers.';
comment on column users.email is 'In lower case; not encrypted, since people sign in with it.';
comment on column users.password_encrypted is
  'Argon2id with its parameters and salt, encrypted under a key derived from SECRET_KEY; null: the person signed up with Google '
  'and has set none.';
comment on column users.mobile is
  'With the country''s prefix, +989121234567. Only verified numbers are unique, so an unverified claim excludes no other person.';
comment on column users.authentication_type is
  'NOT_COMPLETE: the account form was never submitted. UNIDENTIFIED: waits for the identity provider''s step. PENDING: waits for '
  'staff. AUTHORIZED. UNAUTHORIZED: refused by staff. INFORMATION_CHANGED: was authorised, and has to submit something again. '
  'INFORMATION_CHANGED_PENDING: has submitted it, and waits for staff.';
comment on column users.level is 'The fee level; SUPERVISOR is a market maker.';
comment on column users.customer_kind is 'REAL: a person. COMPANY. Null: not chosen yet.';
comment on column users.inviter_id is 'Who invited the person; null: not invited.';
comment on column users.blocked_at is 'When staff blocked the person; null: not blocked.';
comment on column users.mobile_verified_at is 'When the number was proven to be theirs; null: it was not.';
comment on column users.withdrawals_held_until is
  'No withdrawal leaves before this time, because the account''s protection was changed; null: no hold.';
comment on column users.invited_by_self is 'Inviter and invited turned out to be one person: no referral share is paid.';
comment on column users.language_chosen is
  'The person chose the language: signing in on a page of the other one does not change it.';
comment on column users.theme is 'Null: never chosen.';
comment on column users.authorized_at is 'When the person was first authorised; set by a trigger.';
comment on column users.frozen_at is
  'Since when withdrawals and changes of the account''s protection are refused; null: not frozen.';
comment on column users.frozen_by is
  'LINK: by the link of a notice; only staff lifts it. OWNER: in the account; its owner may lift it.';
comment on column users.thaws_at is 'When the freeze ends automatically, a day after the owner lifted it; null: not lifted.';
comment on column users.settings_locked_until is
  'Until then no caller can change the account''s protection; null, or in the past: not locked.';
comment on column users.mail_phrase_encrypted is
  'The anti-phishing phrase in each e-mail to the person, encrypted under a key derived from SECRET_KEY; null: none was chosen.';
comment on column users.api_level is
  'How often the person''s programs may call; MARKET_MAKER: ten times as often. An admin sets it.';
create unique index users_verified_mobile on users (mobile) where mobile_verified_at is not null;
create index users_mobile on users (mobile) where mobile is not null;
create index users_invited on users (inviter_id, id) where inviter_id is not null;
-- Only staff assigns this level, so few people have it.
create index users_supervisors on users (id) where level = 'SUPERVISOR';
create index users_authorized on users (authorized_at) where authorized_at is not null;
create index users_by_time on users (created_at);
-- Lists of the back office, newest first.
create index users_in_state on users (authentication_type, id);
create index users_of_level on users (level, id) where level <> 'BRONZE';
create index users_of_kind on users (customer_kind, id) where customer_kind is not null;
create index users_of_country on users (country_name, id) where country_name is not null;
create index users_blocked on users (id) where blocked_at is not null;
create index users_thawing on users (thaws_at) where thaws_at is not null;
-- Staff finds people by the start of a name, in Arabic or Persian letters.
create index users_by_name on users ((translate(lower(first_name || ' ' || last_name), 'يك', 'یک')) text_pattern_ops);
create index users_by_last_name on users ((translate(lower(last_name), 'يك', 'یک')) text_pattern_ops);
create trigger users_note_authorization before insert or update on users for each row
  when (new.authentication_type = 'AUTHORIZED' and new.authorized_at is null) execute function note_authorization();
create trigger count_invited after insert or update of inviter_id on users for each row
  execute function count_invited();

create table invited_counts (
  inviter_id uuid primary key references users,
  invited int not null check (invited >= 0)
) with (fillfactor = 70);
comment on table invited_counts is
  'How many people each inviter invited; maintained by a trigger on users, since counting takes longer the more there are.';

create table sign_ups (
  id uuid primary key,
  email text not null,
  password_encrypted bytea not null,
  referral_code text,
  language text not null,
  created_at timestamptz not null
);
comment on table sign_ups is
  'Sign-ups that wait for their code; until it is confirmed, their data changes no account. Deleted after seven days.';
comment on column sign_ups.password_encrypted is
  'Argon2id with its parameters and salt, encrypted under a key derived from SECRET_KEY.';
comment on column sign_ups.referral_code is 'Of the inviter, as it was typed; null: none.';
create index sign_ups_of_email on sign_ups (email, id);

create table one_time_codes (
  id uuid primary key,
  address_key bytea not null,
  purpose text not null check (purpose in ('SIGN_UP', 'LOGIN', 'STEP_UP', 'TWO_STEP', 'RESET', 'EMAIL', 'MOBILE', 'WITHDRAWAL',
    'THAW')),
  user_id uuid references users,
  sign_up_id uuid references sign_ups on delete cascade,
  digest bytea not null,
  step_id uuid not null,
  step_began_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  attempts smallint not null default 0,
  used_at timestamptz,
  channel text not null default 'EMAIL' check (channel in ('EMAIL', 'SMS', 'GOOGLE_AUTHENTICATOR')),
  subject_encrypted bytea,
  session_id uuid,
  intent bytea,
  device jsonb,
  browsers bytea[] not null default '{}',
  open boolean not null default true,
  challenges bytea[] not null default '{}',
  open_attempts smallint not null default 0,
  open_to bytea[] not null default '{}',
  check ((purpose = 'SIGN_UP') = (sign_up_id is not null)),
  check (purpose in ('SIGN_UP', 'RESET') or user_id is not null)
);
comment on table one_time_codes is 'Codes sent by e-mail or SMS, and steps of log-ins by authenticator.';
comment on column one_time_codes.address_key is
  'Keyed digest of the e-mail address, which may have no account, or of the person.';
comment on column one_time_codes.purpose is 'The only action that the code confirms.';
comment on column one_time_codes.user_id is 'Null: a sign-up, or a password reset requested for an address without an account.';
comment on column one_time_codes.digest is 'Keyed digest of purpose, id and code; the code itself is not stored.';
comment on column one_time_codes.step_id is
  'The step that the code belongs to; a code that is sent again belongs to the same step.';
comment on column one_time_codes.attempts is
  'Guesses so far; the code is refused after five. A code beyond its mailbox''s limits starts at three, which leaves two.';
comment on column one_time_codes.used_at is 'When it, or another code of its step, was used; null: neither was.';
comment on column one_time_codes.channel is 'How it was sent. GOOGLE_AUTHENTICATOR: a step without a code of ours.';
comment on column one_time_codes.subject_encrypted is
  'The new e-mail address or mobile number, encrypted under a key derived from SECRET_KEY; null for other purposes.';
comment on column one_time_codes.session_id is
  'The session that requested the code, which is valid only there. Null: before a log-in.';
comment on column one_time_codes.intent is
  'For a withdrawal: keyed digest of amount, coin, network, address and tag. The code confirms nothing else.';
comment on column one_time_codes.device is
  'JSON of the client''s own description in the first step of signing in or up; null for other steps.';
comment on column one_time_codes.browsers is
  'SHA-256 digests of the cookies of the browsers that began this step; a browser with such a cookie finds only its own step.';
comment on column one_time_codes.open is
  'The step was begun by a client that stores no cookies: a caller with neither cookie nor challenge may complete it, from its '
  'network.';
comment on column one_time_codes.challenges is
  'SHA-256 digests of the challenges in the replies of the first step, newest first: a caller who sends one finds only its own '
  'step.';
comment on column one_time_codes.open_attempts is
  'Guesses by callers with neither cookie nor challenge, counted separately from attempts, with the same start and limit.';
comment on column one_time_codes.open_to is
  'Keyed digests of the networks (IPv4 address, /48 of IPv6) from which an open step was begun; empty: any network.';
create index one_time_codes_of_address on one_time_codes (address_key, id);
create index one_time_codes_of_sign_up on one_time_codes (sign_up_id) where sign_up_id is not null;
create index one_time_codes_of_user on one_time_codes (user_id) where used_at is null;

create table limit_counters (
  address_key bytea not null,
  kind text not null,
  window_began_at timestamptz not null,
  used int not null,
  primary key (address_key, kind)
);
comment on table limit_counters is
  'Counters of rate limits: failed log-ins, codes sent, wrong codes, tickets, alerts and others. Rows are deleted after two days, '
  'except the count of consecutive wrong passwords, which stays until it is cleared.';
comment on column limit_counters.address_key is 'Keyed digest of the e-mail address, person or network address that is counted.';
comment on column limit_counters.kind is 'What is counted.';
comment on column limit_counters.window_began_at is 'When the current window began; the count starts again after it.';
create index limit_counters_by_age on limit_counters (window_began_at);

create table sessions (
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
  ip text not null,
  confirmed_at timestamptz not null,
  proved_for text check (proved_for in ('EMAIL', 'MOBILE', 'PASSWORD', 'TWO_STEP', 'RECOVERY_CODES', 'THAW', 'ADDRESS',
    'WHITELIST', 'SETTINGS_LOCK', 'MAIL_PHRASE', 'PASSKEY', 'API_KEY')),
  proved_at timestamptz,
  by_passkey boolean not null default false,
  check ((proved_for is null) = (proved_at is null))
);
comment on table sessions is 'Signed-in sessions.';
comment on column sessions.token_digest is 'SHA-256 of the token, which is not stored.';
comment on column sessions.remember is 'True: it lasts after the browser is closed. False: it ends after 30 minutes without use.';
comment on column sessions.revoked_at is 'When it was ended; null: it was not.';
comment on column sessions.confirmed_at is 'When its owner last proved password and second factor.';
comment on column sessions.proved_for is
  'The one change that the owner''s last proof of identity allows; null: no proof, or the change was made.';
comment on column sessions.proved_at is 'When that proof was given; it is valid for ten minutes.';
comment on column sessions.by_passkey is 'Whether it began with a passkey, as production requires of the treasury and of admins.';
create index sessions_of_user on sessions (user_id);

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
comment on table login_attempts is 'The history of log-ins that a person sees.';
comment on column login_attempts.user_id is 'Null: no account has the e-mail address.';
create index login_attempts_of_user on login_attempts (user_id, id);
-- A sign-in is compared with the newest successful ones, however many failed in between.
create index login_attempts_successful on login_attempts (user_id, id) where successful;

create table known_browsers (
  user_id uuid not null references users,
  digest bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, digest)
);
comment on table known_browsers is
  'Browsers that have signed in to an account: their wrong passwords are counted separately from those of unknown browsers.';
comment on column known_browsers.digest is 'SHA-256 of the cookie.';
comment on column known_browsers.seen_at is 'When it last signed in; the row is deleted a year later.';

create table authenticators (
  user_id uuid primary key references users,
  seed_encrypted bytea,
  last_step bigint not null default 0,
  confirmed_at timestamptz,
  pending_seed_encrypted bytea,
  pending_since timestamptz,
  check ((seed_encrypted is null) = (confirmed_at is null)),
  check ((pending_seed_encrypted is null) = (pending_since is null))
);
comment on table authenticators is
  'The authenticator app of a person; a new seed replaces the current one only once it is confirmed.';
comment on column authenticators.seed_encrypted is 'The current seed, encrypted under a key derived from SECRET_KEY; null: none.';
comment on column authenticators.last_step is 'The last time step (30 seconds each) whose code was used: no code works twice.';
comment on column authenticators.pending_seed_encrypted is
  'A new seed that was shown to the person and waits for its first code; encrypted like seed_encrypted.';

create table recovery_codes (
  user_id uuid not null references users,
  digest bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, digest)
);
comment on table recovery_codes is 'Codes for people who lose their second factor; each works once.';
comment on column recovery_codes.digest is 'Keyed digest of person and code; the code itself is not stored.';

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users,
  credential_id bytea not null unique,
  key_encrypted bytea not null,
  name text not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('SYNCED', 'DEVICE', 'SECURITY_KEY')),
  sign_count bigint not null check (sign_count >= 0),
  created_at timestamptz not null,
  last_used_at timestamptz
);
comment on table passkeys is 'WebAuthn credentials of people, each of which is enough to log in.';
comment on column passkeys.credential_id is 'The authenticator''s id of the credential; no secret.';
comment on column passkeys.key_encrypted is
  'Public key (COSE, base64url), sealed for this row and its owner, so that no other key can be put here.';
comment on column passkeys.kind is
  'SYNCED: on several devices of its owner. DEVICE: on one device only. SECURITY_KEY: on a key that is plugged in or held near.';
comment on column passkeys.sign_count is 'The authenticator''s counter at its last use; 0: it has none.';
comment on column passkeys.last_used_at is 'When it last signed in or confirmed something; null: never.';
create index passkeys_of_user on passkeys (user_id);

create table used_challenges (
  digest bytea primary key,
  used_at timestamptz not null
);
comment on table used_challenges is
  'Digests of passkeys'' challenges that were used; kept until the challenges would have expired.';
comment on column used_challenges.digest is 'SHA-256 of the challenge in base64url.';
create index used_challenges_by_time on used_challenges (used_at);

create table external_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
comment on table external_identities is
  'People''s accounts at other identity providers, by issuer and subject, never by e-mail address.';
comment on column external_identities.issuer is 'The provider''s address, as its tokens name it.';
comment on column external_identities.subject is 'The provider''s id of the person.';
create index external_identities_of_user on external_identities (user_id);

create table external_sign_ins (
  id uuid primary key,
  state_digest bytea not null unique,
  secret_encrypted bytea not null,
  ticket_digest bytea unique,
  referral_code text,
  language text not null check (language in ('fa', 'en')),
  created_at timestamptz not null,
  used_at timestamptz
);
comment on table external_sign_ins is
  'Sign-ins with Google in progress: found first by state, then by the ticket that the page submits.';
comment on column external_sign_ins.state_digest is 'Digest of the state that travels through the provider.';
comment on column external_sign_ins.secret_encrypted is
  'Verifier and nonce, later the provider''s data about the person: JSON, encrypted under a key derived from SECRET_KEY.';
comment on column external_sign_ins.ticket_digest is 'Digest of the ticket; null: the provider has not replied yet.';
comment on column external_sign_ins.used_at is 'Null: not used yet.';
create index external_sign_ins_by_age on external_sign_ins (created_at);

create table reset_tickets (
  ticket_digest bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table reset_tickets is 'Tickets that were issued for confirmed password reset codes; each sets one password.';
comment on column reset_tickets.ticket_digest is 'Digest of the ticket, which is not stored.';
create index reset_tickets_of_user on reset_tickets (user_id) where used_at is null;

create table staff (
  user_id uuid not null references users,
  role text not null check (role in ('support', 'kyc', 'treasury', 'admin')),
  added_at timestamptz not null,
  primary key (user_id, role)
);
comment on table staff is 'Roles of staff; one person may have several.';

create table recoveries (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('LOST_SECOND_FACTOR', 'LOST_MAILBOX')),
  new_email text check (new_email = lower(new_email)),
  evidence text not null,
  started_by uuid not null references users,
  created_at timestamptz not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'CONFIRMED', 'CANCELLED')),
  decided_by uuid references users,
  decided_at timestamptz,
  check ((kind = 'LOST_MAILBOX') = (new_email is not null)),
  check ((state = 'OPEN') = (decided_by is null) and (state = 'OPEN') = (decided_at is null)),
  check (state <> 'CONFIRMED' or decided_by <> started_by),
  check (started_by <> user_id and (state <> 'CONFIRMED' or decided_by <> user_id))
);
comment on table recoveries is
  'Re-identifications of people who lost their second factor or mailbox. One member of staff starts it, another confirms.';
comment on column recoveries.new_email is 'The address that replaces the lost mailbox; null: the second factor is lost.';
comment on column recoveries.evidence is 'The evidence, as staff described it.';
comment on column recoveries.state is 'OPEN waits for the second member of staff, who makes it CONFIRMED or CANCELLED.';
create unique index recoveries_open on recoveries (user_id) where state = 'OPEN';
create index recoveries_by_state on recoveries (state, id);

create table program_keys (
  id uuid primary key,
  user_id uuid not null references users,
  label text not null check (length(label) between 1 and 60),
  grant_encrypted bytea,
  created_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_ip text,
  check ((grant_encrypted is null) = (revoked_at is not null))
);
comment on table program_keys is
  'API keys of people''s own programs, each of which may do what its grant says. Those of companies'' stores are company_keys.';
comment on column program_keys.grant_encrypted is
  'JSON of kind, public key or secret, permissions, address ranges, creation and expiry, sealed for this row and its owner: write '
  'access to the table alone creates no key and extends none. Null: revoked permanently.';
comment on column program_keys.last_used_at is 'When it was last used, to the minute; null: never.';
comment on column program_keys.last_ip is 'The network address of its last use.';
create index program_keys_of_user on program_keys (user_id) where revoked_at is null;

create table program_key_addresses (
  key_id uuid not null references program_keys,
  address text not null,
  first_used_at timestamptz not null,
  primary key (key_id, address)
);
comment on table program_key_addresses is
  'The newest hundred addresses from which each key was used: its owner is notified of a new one.';
comment on column program_key_addresses.address is 'An IPv4 address, or the /64 network of an IPv6 one.';
