-- What a program says of itself at the first step of signing in or up; the second step need not say it again.
ALTER TABLE one_time_codes ADD COLUMN device jsonb;
