-- Where there are replicas, whoever changes something reads from the primary for a while.
create table recent_changes (
  user_id uuid primary key,
  until timestamptz not null
) with (fillfactor = 50);

comment on table recent_changes is
  'People who may have changed something that replicas do not have yet. Empty where there are no replicas.';
comment on column recent_changes.until is
  'When whatever they have begun has ended; written before it begins, and forgotten some minutes after.';
