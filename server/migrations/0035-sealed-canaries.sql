-- One row for each key that seals what is in this database, by the name of its setting: a text sealed with that key,
-- which every process opens before it goes on (platform/sealed-canary.ts).
create table sealed_canaries (
  name text primary key,
  sealed bytea not null
);
