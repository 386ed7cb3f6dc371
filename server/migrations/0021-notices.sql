-- What people are told inside the product, which of it goes which way, and how a person likes the pages.

create table notices (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null,
  -- Encrypted JSON of what it is about: the words are made from it when it is read, in the reader's language.
  about bytea not null,
  read boolean not null default false,
  created_at timestamptz not null
);
create index notices_of_person on notices (user_id, id);
create index notices_unread on notices (user_id, id) where not read;

-- What a person chose otherwise than it is by itself.
create table notice_settings (
  user_id uuid not null references users,
  notice_group text not null check (notice_group in ('SECURITY', 'DEPOSITS', 'WITHDRAWALS', 'ORDERS', 'ACCOUNT', 'STORE',
    'SUPPORT', 'PRICES', 'NEWS')),
  way text not null check (way in ('PRODUCT', 'EMAIL', 'SMS', 'BROWSER')),
  enabled boolean not null,
  primary key (user_id, notice_group, way)
);

alter table users
  -- The language was chosen: signing in with a page of the other one doesn't change it.
  add column language_chosen boolean not null default false,
  -- Null: never chosen.
  add column theme text check (theme in ('dark', 'light'));

-- How far fills were looked through for orders that are filled: their numbers have no gaps within a market. What was
-- filled before today is nobody's news.
create table fills_told (
  coin text not null,
  quote text not null,
  fill bigint not null,
  primary key (coin, quote)
);
insert into fills_told select coin, quote, fill from market_heads;

-- Announcements that people are told of, one after another by their ids; null: all have been.
create table announcements_told (
  slug text primary key,
  next_user uuid
);
insert into announcements_told select distinct slug, null::uuid from articles where kind = 'ANNOUNCEMENT';
