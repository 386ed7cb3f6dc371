-- Errors of our own scripts in people's browsers, one row a kind. Nothing in a row is of a person.
create table web_errors (
  id uuid primary key,
  -- Of name, message, page and script: what reports of one fault have in common, whatever the version.
  fingerprint bytea not null unique check (length(fingerprint) = 32),
  name text not null check (length(name) <= 40),
  message text not null check (length(message) <= 160),
  route text not null check (length(route) <= 120),
  times bigint not null check (times > 0),
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  -- Of the newest report.
  version text not null check (length(version) <= 60),
  frames text[] not null check (cardinality(frames) <= 8),
  browser text not null check (length(browser) <= 20),
  language text not null check (language in ('fa', 'en'))
);
