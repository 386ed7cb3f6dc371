-- A phrase that its owner has chosen stands at the head of each of our letters: what comes without it isn't from us.
alter table users
  add column mail_phrase_encrypted bytea;

comment on column users.mail_phrase_encrypted is
  'Encrypted under a key derived from SECRET_KEY; null: none was chosen.';
