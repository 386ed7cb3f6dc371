-- Who people are: what the account form holds, documents, the provider's checks, and the decisions of staff.

-- A number that was only claimed locks nobody out: it is one person's once it was proven.
alter table users drop constraint users_mobile_key;
create unique index users_verified_mobile on users (mobile) where mobile_verified_at is not null;
create index users_mobile on users (mobile) where mobile is not null;

create table profiles (
  user_id uuid primary key references users,
  -- What the form holds beside name, e-mail, mobile and country: encrypted JSON.
  data_encrypted bytea not null,
  -- Keyed digests, which find duplicates without reading.
  national_code_index bytea not null,
  company_id_index bytea,
  -- Nobody else may have these codes: the provider confirmed them, or staff looks or has looked at them.
  held boolean not null default false,
  -- Keyed digest of whom the provider confirmed; for anybody else its step comes again.
  confirmed_digest bytea,
  saved_at timestamptz not null
);
create unique index profiles_national_code on profiles (national_code_index) where held;
create unique index profiles_company_id on profiles (company_id_index) where held;

alter table bank_accounts
  drop constraint bank_accounts_card_index_key,
  drop constraint bank_accounts_sheba_index_key,
  add column sheba_masked text,
  -- Nobody else may have it: the bank or staff said whose it is.
  add column held boolean not null default false;
update bank_accounts set held = true where verified_at is not null;
alter table bank_accounts
  add check (held or verified_at is null),
  add check ((sheba_encrypted is null) = (sheba_masked is null));
create unique index bank_accounts_card on bank_accounts (card_index) where held;
create unique index bank_accounts_sheba on bank_accounts (sheba_index) where held;

-- A document's bytes lie encrypted in a file with a random name.
create table documents (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('image', 'backImage', 'warranty', 'businessLicense', 'profileImage')),
  file text not null unique,
  -- SHA-256 of the file, so that one can't be put in another's place.
  digest bytea not null,
  in_force boolean not null,
  created_at timestamptz not null,
  -- When another took its place.
  replaced_at timestamptz
);
create unique index documents_in_force on documents (user_id, kind) where in_force;
create index documents_of_user on documents (user_id);
create index documents_to_leave on documents (created_at) where not in_force;

-- Codes that the identity provider sent for a person's consent.
create table identity_consents (
  id uuid primary key,
  user_id uuid not null references users,
  -- Keyed digests of the number and of whom it is about: another name or birthday needs another code.
  mobile_index bytea not null,
  person_digest bytea not null,
  -- What the provider calls it; null while it is asked.
  reference text,
  attempts smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index identity_consents_of_user on identity_consents (user_id, id);
create index identity_consents_of_mobile on identity_consents (mobile_index, created_at);

create table provider_checks (
  -- Also what the provider calls the question, so that it can be looked up there.
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('SHAHKAR', 'IDENTITY', 'CARD', 'IBAN')),
  bank_account_id uuid references bank_accounts on delete set null,
  provider text not null,
  outcome text not null check (outcome in ('MATCH', 'MISMATCH', 'NO_RECORD', 'INVALID', 'UNAVAILABLE')),
  -- Encrypted: names of other people may stand here.
  detail_encrypted bytea not null,
  checked_at timestamptz not null
);
create index provider_checks_of_user on provider_checks (user_id, id);

-- Each submit that staff has to look at.
create table reviews (
  id uuid primary key,
  user_id uuid not null references users,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users,
  decision text check (decision in ('APPROVE', 'REFUSE')),
  reasons text[] not null default '{}',
  note text not null default '',
  check ((decided_at is null) = (decision is null)),
  check (decided_by <> user_id)
);
create unique index reviews_open on reviews (user_id) where decided_at is null;
create index reviews_waiting on reviews (id) where decided_at is null;
create index reviews_of_user on reviews (user_id, id);

-- The sandbox's identity provider: what it is to say of a person, and the codes it sent.
create table sandbox_identity_scenarios (
  user_id uuid primary key references users,
  scenario text not null
);
create table sandbox_identity_codes (
  reference text primary key,
  user_id uuid not null references users,
  code text not null,
  used boolean not null default false
);
