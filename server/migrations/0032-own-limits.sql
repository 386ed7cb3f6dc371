-- Own limits that are lower than the level's protect: they must not let out more when the level's are lowered too, or the
-- person falls to a lower one. What an admin raised holds as it is.
alter table withdrawal_person_limits add column raised boolean not null default false;
update withdrawal_person_limits o set raised = true from users u join withdrawal_level_limits l on l.level = u.level
  where u.id = o.user_id and (o.per_day > l.per_day or o.per_month > l.per_month);
alter table withdrawal_person_limits alter column raised drop default;
