-- What is encrypted belongs to its table, column and row (decision 0054), and is found by the end of its column's name.
alter table notices rename column about to about_encrypted;
alter table one_time_codes rename column subject to subject_encrypted;
alter table tickets rename column subject to subject_encrypted;
alter table tickets rename column visitor to visitor_encrypted;
alter table ticket_messages rename column body to body_encrypted;

alter table users rename column password_hash to password_encrypted;
alter table users alter column password_encrypted type bytea using convert_to(password_encrypted, 'UTF8');
alter table sign_ups rename column password_hash to password_encrypted;
alter table sign_ups alter column password_encrypted type bytea using convert_to(password_encrypted, 'UTF8');
comment on column users.password_encrypted is
  'Argon2id with its parameters and salt, encrypted under a key derived from SECRET_KEY; null: came by Google and has set none.';
comment on column sign_ups.password_encrypted is
  'Argon2id with its parameters and salt, encrypted under a key derived from SECRET_KEY.';

alter table withdrawal_places add column address_encrypted bytea;
comment on column withdrawal_places.address_encrypted is
  'Of Toman: the Sheba, encrypted under a key derived from SECRET_KEY; the plan has its keyed digest.';

create table sealing (
  one boolean primary key default true check (one),
  bound boolean not null,
  index_key_encrypted bytea
);
comment on table sealing is
  'One row: how the values of this database are encrypted.';
comment on column sealing.one is
  'Always true, so that there is one row.';
comment on column sealing.bound is
  'False: values of before 0056 belong to no row, and no server opens them; a step of its own seals them anew.';
comment on column sealing.index_key_encrypted is
  'The key of keyed digests, encrypted under a key derived from SECRET_KEY: it stays when that one changes.';

insert into sealing (bound)
select not exists (select from users) and not exists (select from sealed_canaries);

create table retired_keys (
  id bytea primary key,
  at timestamptz not null
);
comment on table retired_keys is
  'Keys that were exchanged for another: no server seals with one any more.';
comment on column retired_keys.id is
  'The first four bytes of a digest of the key.';
