-- A program without cookies shows by a challenge that a later step is its own, and guesses of callers who show nothing are counted apart.
alter table one_time_codes
  add column challenges bytea[] not null default '{}',
  add column open_attempts smallint not null default 0,
  add column open_to bytea[] not null default '{}';

comment on column one_time_codes.challenges is
  'SHA-256 digests of the challenges that replies of the first step carried, newest first: a caller who sends one sees its step alone.';
comment on column one_time_codes.open_attempts is
  'Guesses by callers with neither cookie nor challenge; five more than those in attempts.';
comment on column one_time_codes.open_to is
  'Keyed digests of the networks (IPv4 address, /48 of IPv6) that an open step was begun from; empty: it is open to all.';
comment on column one_time_codes.open is
  'The step was begun by a client that keeps no cookies: a caller with neither cookie nor challenge may end it, from its network.';
