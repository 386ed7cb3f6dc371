-- What people write to the exchange, its news, and its own name and colours.

create table tickets (
  id uuid primary key,
  -- What it is called by in letters; drawn by chance, so that nobody reads off it how many there are.
  number integer not null unique check (number between 10000000 and 99999999),
  -- Null: wrote through the contact form without being signed in.
  user_id uuid references users,
  -- Encrypted JSON of name and e-mail as they were typed into the contact form.
  visitor bytea,
  language text not null check (language in ('fa', 'en')),
  -- Encrypted, as the messages are: people write of their money and papers.
  subject bytea not null,
  topic text not null check (topic in ('DEPOSIT', 'WITHDRAWAL', 'VERIFICATION', 'TRADE', 'ACCOUNT', 'OTHER')),
  reference text not null default '' check (length(reference) <= 40),
  -- WAITING: the last word is the person's; ANSWERED: it is ours.
  state text not null default 'WAITING' check (state in ('WAITING', 'ANSWERED', 'CLOSED')),
  -- Since when; of WAITING: the first message without an answer.
  since timestamptz not null,
  -- Answers the person hasn't seen.
  unread integer not null default 0 check (unread >= 0),
  -- Who takes care of it.
  assignee uuid references users,
  -- Counts its changes; what staff does names the one it was made from.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((user_id is null) <= (visitor is not null))
);
create index tickets_of_person on tickets (user_id, id) where user_id is not null;
create index tickets_waiting on tickets (since, id) where state = 'WAITING';
create index tickets_done on tickets (state, updated_at, id) where state <> 'WAITING';

create table ticket_messages (
  id uuid primary key,
  ticket_id uuid not null references tickets,
  -- Null: the person.
  staff_id uuid references users,
  body bytea not null,
  created_at timestamptz not null
);
create index ticket_messages_of on ticket_messages (ticket_id, id);

-- Tokens of contact forms that were sent: each is good once.
create table used_forms (
  digest bytea primary key,
  used_at timestamptz not null
);
create index used_forms_by_age on used_forms (used_at);

-- The last good answer of the news site, shown while it is down.
create table news_posts (
  id text not null,
  -- Null: for readers of both languages.
  language text check (language in ('fa', 'en')),
  place integer not null,
  title text not null check (length(title) between 1 and 300),
  -- As the site has it, in its own time.
  posted_at text not null,
  link text not null check (link ~ '^https://'),
  -- Name of a file in DATA_DIR/news-images.
  picture text,
  primary key (place)
);

-- What staff has set over brand.json: at most one row.
create table brand (
  singleton boolean primary key default true check (singleton),
  -- Null: as in brand.json.
  name_fa text,
  name_en text,
  accent_dark text,
  accent_light text,
  mark text,
  -- PNG, drawn anew from what was uploaded.
  logo bytea,
  version integer not null,
  updated_at timestamptz not null,
  updated_by uuid not null references users
);
