-- Texts and messages: the exchange's own details, articles, news, notices to people, support tickets, and the brand.
-- The texts themselves come from content/ and brand.json when a server starts.

create table exchange_info (
  language text primary key check (language in ('fa', 'en')),
  address text not null,
  app_android text not null,
  app_ios text not null,
  email text not null,
  instagram text not null,
  linkedin text not null,
  number text not null,
  telegram text not null,
  twitter text not null,
  privacy_policy text not null,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid references users,
  legal_name text not null default '',
  registration_number text not null default '',
  national_id text not null default ''
);
comment on table exchange_info is 'The exchange''s contact and company details, one row per language; staff edits them.';
comment on column exchange_info.app_android is
  'A link; '''' in this and the other link columns: there is none, and the page shows none.';
comment on column exchange_info.number is 'The telephone number.';
comment on column exchange_info.privacy_policy is 'HTML of headings, paragraphs, lists and emphasis.';
comment on column exchange_info.updated_by is 'The staff member who wrote it last; null: the initial text.';
comment on column exchange_info.legal_name is 'Name of the company in the register, in the language of the row.';
comment on column exchange_info.registration_number is 'Number of the company in the register; Latin digits.';
comment on column exchange_info.national_id is 'National id of the company, eleven Latin digits.';

-- A server replaces these at its start with brand.json and content/privacy-policy.*.html, until staff has saved its own.
insert into exchange_info (language, address, app_android, app_ios, email, instagram, linkedin, number, telegram, twitter,
  privacy_policy)
select language, address, '', '', 'support@sarraf.example', 'https://instagram.com/sarraf.example',
  'https://linkedin.com/company/sarraf-example', '+982100000000', 'https://t.me/sarraf_example',
  'https://x.com/sarraf_example', ''
from (values ('fa', 'تهران، خیابان نمونه، شماره ۱'), ('en', '1 Sample Street, Tehran, Iran')) as contact (language, address);

create table exchange_info_versions (
  language text not null references exchange_info,
  version int not null,
  text jsonb not null,
  saved_at timestamptz not null,
  saved_by uuid references users,
  primary key (language, version)
);
comment on table exchange_info_versions is 'The earlier versions of exchange_info.';
comment on column exchange_info_versions.text is 'JSON of the row''s texts, by column.';
comment on column exchange_info_versions.saved_by is 'The staff member who had written this version; null: the initial text.';

create table articles (
  kind text not null check (kind in ('FAQ', 'MANUAL', 'PAGE', 'ANNOUNCEMENT', 'BLOG')),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  language text not null check (language in ('fa', 'en', 'ar')),
  coin text references coins,
  subject text check (subject in ('deposit', 'withdrawal', 'verification', 'fees', 'trading', 'security')),
  title text not null check (length(title) between 1 and 200),
  summary text not null default '' check (length(summary) <= 500),
  body text not null check (length(body) <= 100000),
  picture text,
  place int not null,
  state text not null default 'PUBLISHED' check (state in ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  published_at timestamptz not null default now(),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid references users,
  primary key (kind, language, slug),
  check (coin is null or kind = 'BLOG'),
  check (subject is null or kind = 'FAQ')
);
comment on table articles is
  'Texts of the public pages: questions, the guide, pages, announcements and texts about coins. Staff edits them.';
comment on column articles.kind is
  'FAQ: the title is the question. MANUAL: a part of the guide. PAGE: terms, about, contact or fees. ANNOUNCEMENT. BLOG: a text '
  'of the blog.';
comment on column articles.slug is 'Its name in links, the same in every language.';
comment on column articles.coin is 'The coin on whose page a BLOG text is; null: no coin that is traded.';
comment on column articles.subject is
  'The subject under which the page of questions lists a FAQ text; null: under the last one, account and other questions.';
comment on column articles.title is 'For a text about a coin, its English name in every language, by which the text is found.';
comment on column articles.body is 'HTML, sanitised when it is written and again when it is read.';
comment on column articles.picture is 'A path on this site; null: no picture.';
comment on column articles.place is 'The order within a kind and language, lowest first.';
comment on column articles.state is 'DRAFT: visible to staff only. PUBLISHED: visible to all. ARCHIVED: withdrawn.';
comment on column articles.updated_by is 'The staff member who wrote it last; null: the initial text.';
create index articles_by_place on articles (kind, language, place, slug);

create table article_versions (
  kind text not null,
  language text not null,
  slug text not null,
  version int not null,
  title text not null,
  summary text not null,
  body text not null,
  coin text,
  subject text,
  picture text,
  place int not null,
  state text not null,
  saved_at timestamptz not null,
  saved_by uuid references users,
  primary key (kind, language, slug, version),
  foreign key (kind, language, slug) references articles
);
comment on table article_versions is 'The earlier versions of articles; the back office shows them as the history.';
comment on column article_versions.version is 'The version of the article that had this text.';
comment on column article_versions.state is 'As in articles.';
comment on column article_versions.saved_by is 'The staff member who had written this version; null: the initial text.';

create table seeded_texts (
  kind text not null,
  language text not null,
  slug text not null,
  sha256 text not null,
  primary key (kind, language, slug)
);
comment on table seeded_texts is
  'The files of content/ that were last copied into articles. A text that has a row here and none there was deleted, and is not '
  'copied again; one that staff has written (articles.updated_by) is not changed.';
comment on column seeded_texts.kind is 'As in articles.';
comment on column seeded_texts.slug is 'As in articles.';
comment on column seeded_texts.sha256 is
  'SHA-256 of the file, in hexadecimal digits: a file with another digest has changed since.';

create table announcements_told (
  slug text primary key,
  next_user uuid
);
comment on table announcements_told is 'The progress of notifying people of each published announcement.';
comment on column announcements_told.next_user is 'The last person who was notified, in the order of ids; null: all were.';

-- The announcements that come with the product count as sent.
insert into announcements_told (slug) values ('limit-orders'), ('security-holds'), ('toman-batches');

create table news_posts (
  id text not null,
  language text check (language in ('fa', 'en')),
  place int primary key,
  title text not null check (length(title) between 1 and 300),
  posted_at text not null,
  link text not null check (link ~ '^https://'),
  picture text
);
comment on table news_posts is 'The last valid reply of the news site, shown while the site is down.';
comment on column news_posts.language is 'Null: for readers of both languages.';
comment on column news_posts.place is 'The order on the page.';
comment on column news_posts.posted_at is 'The time as the site states it, in its own time zone.';
comment on column news_posts.picture is 'The name of a file in the news-images folder of DATA_DIR; null: no picture.';

create table brand (
  singleton boolean primary key default true check (singleton),
  name_fa text,
  name_en text,
  accent_dark text,
  accent_light text,
  mark text,
  logo bytea,
  version int not null,
  updated_at timestamptz not null,
  updated_by uuid not null references users
);
comment on table brand is 'Values by which staff overrides brand.json: one row at most.';
comment on column brand.name_fa is 'Null here and in the other fields: the value of brand.json.';
comment on column brand.mark is 'The colour of the mark, as hexadecimal RGB.';
comment on column brand.logo is 'A PNG, re-encoded from the upload.';

create table notices (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null,
  about_encrypted bytea not null,
  read boolean not null default false,
  created_at timestamptz not null
);
comment on table notices is 'The notices in each person''s notification centre; kept 90 days.';
comment on column notices.kind is 'Which notice it is; its text is made when it is read, in the reader''s language.';
comment on column notices.about_encrypted is 'What it is about: JSON, encrypted under a key derived from SECRET_KEY.';
create index notices_of_person on notices (user_id, id);
create index notices_unread on notices (user_id, id) where not read;

create table notice_settings (
  user_id uuid not null references users,
  notice_group text not null check (notice_group in ('SECURITY', 'DEPOSITS', 'WITHDRAWALS', 'ORDERS', 'ACCOUNT', 'STORE',
    'SUPPORT', 'PRICES', 'NEWS')),
  way text not null check (way in ('PRODUCT', 'EMAIL', 'SMS', 'BROWSER')),
  enabled boolean not null,
  primary key (user_id, notice_group, way)
);
comment on table notice_settings is 'Where a person''s choice differs from the default: which notices are sent which way.';
comment on column notice_settings.way is 'PRODUCT is the notification centre.';

create table tickets (
  id uuid primary key,
  number int not null unique check (number between 10000000 and 99999999),
  user_id uuid references users,
  visitor_encrypted bytea,
  language text not null check (language in ('fa', 'en')),
  subject_encrypted bytea not null,
  topic text not null check (topic in ('DEPOSIT', 'WITHDRAWAL', 'VERIFICATION', 'TRADE', 'ACCOUNT', 'OTHER')),
  reference text not null default '' check (length(reference) <= 40),
  state text not null default 'WAITING' check (state in ('WAITING', 'ANSWERED', 'CLOSED')),
  since timestamptz not null,
  unread int not null default 0 check (unread >= 0),
  assignee uuid references users,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((user_id is null) <= (visitor_encrypted is not null))
);
comment on table tickets is 'Messages of people to the exchange, signed in or through the contact form.';
comment on column tickets.number is 'Its number in letters; random, so that it doesn''t reveal how many tickets there are.';
comment on column tickets.user_id is 'Null: it came through the contact form without a log-in.';
comment on column tickets.visitor_encrypted is
  'JSON of name and e-mail as typed into the contact form, encrypted under a key derived from SECRET_KEY; null: the person was '
  'signed in.';
comment on column tickets.subject_encrypted is 'Encrypted under a key derived from SECRET_KEY, as the messages are.';
comment on column tickets.state is
  'WAITING: the last message is the person''s. ANSWERED: it is ours. CLOSED: until the person writes again.';
comment on column tickets.since is 'Since when it has been in that state; while WAITING: since the first message without a reply.';
comment on column tickets.unread is 'Replies that the person has not read.';
comment on column tickets.assignee is 'The staff member responsible for it; null: none yet.';
comment on column tickets.version is 'Incremented by every change; an action of staff names the version it was based on.';
create index tickets_of_person on tickets (user_id, id) where user_id is not null;
create index tickets_waiting on tickets (since, id) where state = 'WAITING';
create index tickets_done on tickets (state, updated_at, id) where state <> 'WAITING';

create table ticket_messages (
  id uuid primary key,
  ticket_id uuid not null references tickets,
  staff_id uuid references users,
  body_encrypted bytea not null,
  created_at timestamptz not null
);
comment on table ticket_messages is 'The messages of a ticket.';
comment on column ticket_messages.staff_id is 'The staff member who wrote it; null: the person did.';
comment on column ticket_messages.body_encrypted is 'Encrypted under a key derived from SECRET_KEY.';
create index ticket_messages_of on ticket_messages (ticket_id, id);

create table used_forms (
  digest bytea primary key,
  used_at timestamptz not null
);
comment on table used_forms is 'Tokens of contact forms that were sent: each can be used once.';
comment on column used_forms.digest is 'SHA-256 of the token.';
create index used_forms_by_age on used_forms (used_at);

create table sandbox_outbox (
  id uuid primary key,
  recipient text not null,
  channel text not null check (channel in ('EMAIL', 'SMS', 'WEBHOOK', 'TELEGRAM')),
  subject text not null,
  body text not null,
  code text,
  created_at timestamptz not null
);
comment on table sandbox_outbox is 'Messages that the sandbox would have sent by e-mail or SMS, shown at /sandbox.';
comment on column sandbox_outbox.code is 'The code within the message; null: none.';
create index sandbox_outbox_of_recipient on sandbox_outbox (recipient, id);
