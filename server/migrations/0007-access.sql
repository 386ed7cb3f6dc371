-- Two-step methods, recovery codes, confirmed sessions, Google, changes of contact data, staff, and the audit log.

-- Who came by Google has no password until one is set.
alter table users alter column password_hash drop not null;
alter table users
  add column mobile_verified_at timestamptz,
  -- Nothing leaves before then, since what protects the account was changed.
  add column withdrawals_held_until timestamptz,
  add column blocked_reason text,
  add check ((blocked_at is null) = (blocked_reason is null)),
  add check (mobile is not null or mobile_verified_at is null);

-- When the session last proved password and second factor.
alter table sessions add column confirmed_at timestamptz;
update sessions set confirmed_at = created_at;
alter table sessions alter column confirmed_at set not null;

alter table one_time_codes
  drop constraint one_time_codes_purpose_check,
  drop constraint one_time_codes_check,
  drop constraint one_time_codes_check1,
  -- How it went out: a login by authenticator has a step but no code of ours.
  add column channel text not null default 'EMAIL' check (channel in ('EMAIL', 'SMS', 'GOOGLE_AUTHENTICATOR')),
  -- What the code is about: the new address or number, encrypted; the session that asked.
  add column subject bytea,
  add column session_id uuid,
  add check (purpose in ('SIGN_UP', 'LOGIN', 'STEP_UP', 'TWO_STEP', 'RESET', 'EMAIL', 'MOBILE')),
  add check ((purpose = 'SIGN_UP') = (sign_up_id is not null)),
  -- A reset may be asked for an address that has no account.
  add check (purpose in ('SIGN_UP', 'RESET') or user_id is not null);

-- An authenticator app; a seed that is not confirmed yet replaces nothing.
create table authenticators (
  user_id uuid primary key references users,
  seed_encrypted bytea,
  -- The last time step whose code was used: no code works twice.
  last_step bigint not null default 0,
  confirmed_at timestamptz,
  pending_seed_encrypted bytea,
  pending_since timestamptz,
  check ((seed_encrypted is null) = (confirmed_at is null)),
  check ((pending_seed_encrypted is null) = (pending_since is null))
);

create table recovery_codes (
  user_id uuid not null references users,
  -- Keyed digest.
  digest bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, digest)
);

-- People of other identity providers, by issuer and subject, never by e-mail.
create table external_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index external_identities_of_user on external_identities (user_id);

-- A sign-in with Google on its way: first by state, then by the ticket that the page turns in.
create table external_sign_ins (
  id uuid primary key,
  state_digest bytea not null unique,
  -- Verifier, nonce, and later the claims; encrypted JSON.
  secret_encrypted bytea not null,
  ticket_digest bytea unique,
  referral_code text,
  language text not null check (language in ('fa', 'en')),
  created_at timestamptz not null,
  used_at timestamptz
);
create index external_sign_ins_by_age on external_sign_ins (created_at);

-- A ticket that a reset code was changed into.
create table reset_tickets (
  ticket_digest bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index one_time_codes_of_user on one_time_codes (user_id) where used_at is null;
create index reset_tickets_of_user on reset_tickets (user_id) where used_at is null;

create table staff (
  user_id uuid not null references users,
  role text not null check (role in ('support', 'kyc', 'treasury', 'admin')),
  added_at timestamptz not null,
  primary key (user_id, role)
);

-- Append-only and hash-chained; number 1 follows the head's zeros.
create table audit_log (
  number bigint primary key,
  at timestamptz not null,
  actor_id uuid,
  action text not null,
  subject_id uuid,
  detail text not null,
  hash bytea not null check (length(hash) = 32)
);
create index audit_log_of_subject on audit_log (subject_id, number) where subject_id is not null;

create table audit_head (
  one boolean primary key default true check (one),
  number bigint not null,
  hash bytea not null
);
insert into audit_head (number, hash) values (0, decode(repeat('00', 32), 'hex'));

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

-- A re-identification: one of the staff starts it, another confirms it.
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
create unique index recoveries_open on recoveries (user_id) where state = 'OPEN';
create index recoveries_by_state on recoveries (state, id);
