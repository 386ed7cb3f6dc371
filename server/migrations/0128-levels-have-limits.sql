-- expands: each level has had its limits since migration 10, and no version adds or takes away a row of either table.
-- A level without limits could withdraw nothing. Both rows come in one migration, the level first.
alter table withdrawal_level_limits
  add constraint withdrawal_level_limits_level_fkey foreign key (level) references account_levels (level);
alter table account_levels
  add constraint account_levels_limits_fkey foreign key (level) references withdrawal_level_limits (level)
  deferrable initially deferred;
