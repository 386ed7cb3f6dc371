-- A code that waits belongs to the browsers that began its step, and a browser that has signed in is known.
alter table one_time_codes
  add column browsers bytea[] not null default '{}',
  add column open boolean not null default true;

comment on column one_time_codes.browsers is
  'SHA-256 digests of the cookies of the browsers that began this step; whoever brings a cookie sees what is theirs alone.';
comment on column one_time_codes.open is
  'The step was begun by a client that keeps no cookies: whoever brings none may end it.';

create table known_browsers (
  user_id uuid not null references users (id),
  digest bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, digest)
);

comment on table known_browsers is
  'Browsers that have signed in to an account: their wrong passwords are counted apart from those of strangers.';
comment on column known_browsers.digest is
  'SHA-256 of the cookie.';
comment on column known_browsers.seen_at is
  'When it signed in last; it is forgotten a year later.';
