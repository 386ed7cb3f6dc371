-- The audit log's chain is by a key from now on; what was written before keeps its plain digests.
alter table audit_head
  add column keyed_from bigint,
  add column keyed_mac bytea;

comment on column audit_head.keyed_from is
  'The first entry whose hash is an HMAC by a key derived from BOOKS_KEY; null: none yet.';
comment on column audit_head.keyed_mac is
  'HMAC over keyed_from, so that nobody can set it later.';
