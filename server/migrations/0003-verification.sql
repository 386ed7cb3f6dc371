-- Identity verification: the account form's data, documents, bank accounts, checks by the provider, and decisions of staff.

create table profiles (
  user_id uuid primary key references users,
  data_encrypted bytea not null,
  national_code_index bytea not null,
  company_id_index bytea,
  held boolean not null default false,
  confirmed_digest bytea,
  saved_at timestamptz not null
);
comment on table profiles is 'The account form''s data of each person.';
comment on column profiles.data_encrypted is
  'JSON of the form''s fields that are not in users (which has name, e-mail, mobile and country), encrypted under a key derived '
  'from SECRET_KEY.';
comment on column profiles.national_code_index is
  'Keyed digest of the national code, by which duplicates are found without decrypting it.';
comment on column profiles.company_id_index is 'Keyed digest of the company''s national id; null: a person.';
comment on column profiles.held is
  'No other person may have these codes: the provider confirmed them, or staff is checking or has checked them.';
comment on column profiles.confirmed_digest is
  'Keyed digest of the person whom the provider confirmed; for another person the provider''s step is repeated. Null: not '
  'confirmed yet.';
create unique index profiles_national_code on profiles (national_code_index) where held;
create unique index profiles_company_id on profiles (company_id_index) where held;

create table documents (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('image', 'backImage', 'warranty', 'businessLicense', 'profileImage')),
  file text not null unique,
  digest bytea not null,
  in_force boolean not null,
  created_at timestamptz not null,
  replaced_at timestamptz
);
comment on table documents is 'Identity documents and profile pictures. The bytes are in an encrypted file of the data folder.';
comment on column documents.file is 'The random name of that file.';
comment on column documents.digest is 'SHA-256 of the file, so that another file can''t replace it.';
comment on column documents.in_force is 'It belongs to submitted data; otherwise it is deleted after a day.';
comment on column documents.replaced_at is 'When another document replaced it; null: none has.';
create unique index documents_in_force on documents (user_id, kind) where in_force;
create index documents_of_user on documents (user_id);
create index documents_to_leave on documents (created_at) where not in_force;

create table bank_accounts (
  id uuid primary key,
  user_id uuid not null references users,
  card_encrypted bytea not null,
  card_index bytea not null,
  card_masked text not null,
  sheba_encrypted bytea not null,
  sheba_index bytea not null,
  bank_name text not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  sheba_masked text not null,
  held boolean not null default false,
  check (held or verified_at is null)
);
comment on table bank_accounts is 'The bank cards and accounts of people.';
comment on column bank_accounts.card_encrypted is 'The card number, encrypted under a key derived from SECRET_KEY.';
comment on column bank_accounts.card_index is
  'Keyed digest of the card number, by which duplicates are found without decrypting it.';
comment on column bank_accounts.card_masked is 'What may be shown: the first six and last four digits.';
comment on column bank_accounts.sheba_encrypted is
  'The account''s Sheba (Iranian IBAN), encrypted under a key derived from SECRET_KEY.';
comment on column bank_accounts.sheba_index is 'Keyed digest of the Sheba.';
comment on column bank_accounts.verified_at is
  'When staff approved it with its owner, or the bank confirmed that it belongs to an authorised person; null: no money comes '
  'from it or goes to it.';
comment on column bank_accounts.held is
  'No other person may register it, because the bank or staff confirmed its owner. An unconfirmed claim excludes no other person.';
create index bank_accounts_of_user on bank_accounts (user_id, id);
create unique index bank_accounts_card on bank_accounts (card_index) where held;
create unique index bank_accounts_sheba on bank_accounts (sheba_index) where held;

create table card_prefixes (
  prefix text primary key check (prefix ~ '^([0-9]{6}|[0-9]{8})$'),
  name_fa text not null,
  name_en text not null
);
comment on table card_prefixes is
  'Which bank issued a card. Only for display: a card with an unknown prefix is accepted like any other.';
comment on column card_prefixes.prefix is 'The first six digits; eight where two banks share the six.';

-- The prefixes of persian-tools/persian-tools@25a2dc9 (getBankNameFromCardNumber), and those of faeztgh/iran-lib and
-- masihgh/iranian-bank-list that it lacks.
insert into card_prefixes (prefix, name_fa, name_en) values
  ('170019', 'بانک ملی ایران', 'Melli Iran'),
  ('207177', 'بانک توسعه صادرات', 'Export Development (Tose''e Saderat)'),
  ('502229', 'بانک پاسارگاد', 'Pasargad'),
  ('502806', 'بانک شهر', 'Shahr (City)'),
  ('502908', 'بانک توسعه تعاون', 'Tose''e Ta''avon'),
  ('502910', 'بانک کارآفرین', 'Karafarin'),
  ('502938', 'بانک دی', 'Dey'),
  ('504172', 'بانک رسالت', 'Resalat'),
  ('504706', 'بانک شهر', 'Shahr (City)'),
  ('505416', 'بانک گردشگری', 'Gardeshgari (Tourism)'),
  ('505426', 'بانک گردشگری', 'Gardeshgari (Tourism)'),
  ('505785', 'بانک ایران زمین', 'Iran Zamin'),
  ('505801', 'موسسه کوثر', 'Kosar Credit Institute'),
  ('505809', 'بانک خاورمیانه', 'Middle East (Khavarmianeh)'),
  ('507677', 'موسسه نور', 'Noor Credit Institute'),
  ('581874', 'بانک مشترک ایران و ونزوئلا', 'Iran-Venezuela'),
  ('585947', 'بانک خاورمیانه', 'Middle East (Khavarmianeh)'),
  ('585983', 'بانک تجارت', 'Tejarat'),
  ('589210', 'بانک سپه', 'Sepah'),
  ('589463', 'بانک رفاه کارگران', 'Refah Kargaran'),
  ('603769', 'بانک صادرات ایران', 'Saderat Iran'),
  ('603770', 'بانک کشاورزی', 'Keshavarzi'),
  ('603799', 'بانک ملی ایران', 'Melli Iran'),
  ('606256', 'موسسه اعتباری ملل', 'Melal Credit Institute'),
  ('606373', 'بانک مهر ایران', 'Gharzolhasaneh Mehr Iran'),
  ('610433', 'بانک ملت', 'Mellat'),
  ('621986', 'بانک سامان', 'Saman'),
  ('62198618', 'بلوبانک', 'Blu (Saman)'),
  ('62198619', 'بلوبانک', 'Blu (Saman)'),
  ('622106', 'بانک پارسیان', 'Parsian'),
  ('627353', 'بانک تجارت', 'Tejarat'),
  ('627381', 'بانک انصار', 'Ansar'),
  ('627412', 'بانک اقتصاد نوین', 'Eghtesad Novin (EN)'),
  ('627488', 'بانک کارآفرین', 'Karafarin'),
  ('627648', 'بانک توسعه صادرات', 'Export Development (Tose''e Saderat)'),
  ('627760', 'پست بانک ایران', 'Post Bank'),
  ('627884', 'بانک پارسیان', 'Parsian'),
  ('627961', 'بانک صنعت و معدن', 'Sanat va Ma''dan'),
  ('628023', 'بانک مسکن', 'Maskan'),
  ('628157', 'موسسه اعتباری توسعه', 'Tose''e Credit Institute'),
  ('636214', 'بانک آینده', 'Ayandeh'),
  ('636795', 'بانک مرکزی جمهوری اسلامی ایران', 'Central Bank of Iran'),
  ('636797', 'بانک مرکزی جمهوری اسلامی ایران', 'Central Bank of Iran'),
  ('636949', 'بانک حکمت ایرانیان', 'Hekmat Iranian'),
  ('639194', 'بانک پارسیان', 'Parsian'),
  ('639217', 'بانک کشاورزی', 'Keshavarzi'),
  ('639346', 'بانک سینا', 'Sina'),
  ('639347', 'بانک پاسارگاد', 'Pasargad'),
  ('639370', 'بانک قرض الحسنه مهر', 'Mehr Eghtesad'),
  ('639599', 'بانک قوامین', 'Ghavamin'),
  ('639607', 'بانک سرمایه', 'Sarmayeh'),
  ('903769', 'بانک صادرات ایران', 'Saderat Iran'),
  ('991975', 'بانک ملت', 'Mellat');

create table identity_consents (
  id uuid primary key,
  user_id uuid not null references users,
  mobile_index bytea not null,
  person_digest bytea not null,
  reference text,
  attempts smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table identity_consents is 'Codes that the identity provider sent to people for their consent; deleted after a day.';
comment on column identity_consents.mobile_index is 'Keyed digest of the mobile number that it was sent to.';
comment on column identity_consents.person_digest is
  'Keyed digest of the person it is about: another name or birthday requires another code.';
comment on column identity_consents.reference is 'The provider''s id of it; null until the provider has replied.';
comment on column identity_consents.attempts is 'Guesses so far.';
create index identity_consents_of_user on identity_consents (user_id, id);
create index identity_consents_of_mobile on identity_consents (mobile_index, created_at);

create table provider_checks (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('SHAHKAR', 'IDENTITY', 'CARD', 'IBAN')),
  bank_account_id uuid references bank_accounts on delete set null,
  provider text not null,
  outcome text not null check (outcome in ('MATCH', 'MISMATCH', 'NO_RECORD', 'INVALID', 'UNAVAILABLE')),
  detail_encrypted bytea not null,
  checked_at timestamptz not null
);
comment on table provider_checks is 'Requests to the identity provider and its replies.';
comment on column provider_checks.id is 'Also the provider''s id of the request, so that it can be looked up there.';
comment on column provider_checks.kind is
  'SHAHKAR: whether the mobile belongs to the national code. IDENTITY, CARD and IBAN: to whom each belongs.';
comment on column provider_checks.detail_encrypted is
  'The reply, encrypted under a key derived from SECRET_KEY, since it may contain names of other people.';
create index provider_checks_of_user on provider_checks (user_id, id);

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
comment on table reviews is 'Submissions of the account form that staff checks.';
comment on column reviews.decided_at is 'Null: it waits for staff.';
comment on column reviews.reasons is 'Codes of the problems, on a refusal.';
create unique index reviews_open on reviews (user_id) where decided_at is null;
create index reviews_waiting on reviews (id) where decided_at is null;
create index reviews_of_user on reviews (user_id, id);

create table company_applications (
  id uuid primary key,
  user_id uuid not null references users,
  data_encrypted bytea not null,
  version int not null check (version > 0),
  state text not null check (state in ('PENDING', 'APPROVED', 'REFUSED', 'WITHDRAWN')),
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users,
  reasons text[] not null default '{}',
  note text not null default '',
  check ((decided_at is null) = (state = 'PENDING')),
  check ((decided_by is not null) = (state in ('APPROVED', 'REFUSED'))),
  check (decided_by <> user_id)
);
comment on table company_applications is
  'Requests of verified people for a company account. Staff decides; until then the account remains a person''s.';
comment on column company_applications.data_encrypted is
  'Name, national id, telephone and address of the company: JSON, encrypted under a key derived from SECRET_KEY.';
comment on column company_applications.version is
  'Incremented by each request and change of the person: a decision names the version it was made on.';
comment on column company_applications.state is
  'PENDING waits for staff; APPROVED and REFUSED are staff''s decisions; WITHDRAWN was cancelled by the person.';
comment on column company_applications.reasons is 'Codes of what was missing, on a refusal.';
create unique index company_applications_open on company_applications (user_id) where state = 'PENDING';
create index company_applications_waiting on company_applications (id) where state = 'PENDING';
create unique index company_applications_of_user on company_applications (user_id, version);

create table sandbox_identity_scenarios (
  user_id uuid primary key references users,
  scenario text not null
);
comment on table sandbox_identity_scenarios is 'How the sandbox''s identity provider replies about a person, chosen at /sandbox.';

create table sandbox_identity_codes (
  reference text primary key,
  user_id uuid not null references users,
  code text not null,
  used boolean not null default false
);
comment on table sandbox_identity_codes is 'Codes that the sandbox''s identity provider sent.';
