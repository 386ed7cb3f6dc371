/** server/migrations: published ones never change, and new ones let the previous version run next to them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMigrations } from '../server/src/platform/database/migrate.ts';
import { findBreakingChanges } from './migration-rules.ts';
import { PUBLISHED_FILE, readPublishedMigrations } from './published-migrations.ts';

/** The last of the baseline: migrations after it are applied while the version before them runs. */
const BASELINE_ENDS = 12;

describe('published migrations', () => {
  const published = readPublishedMigrations();

  it('are there, as they were', () => {
    const now = new Map(readMigrations().map(({ name, sha256 }) => [name, sha256]));
    expect(published.map(({ name }) => [name, now.get(name)])).toEqual(
      published.map(({ name, sha256 }) => [name, sha256]),
    );
  });

  it('come before all others', () => {
    const names = new Set(published.map(({ name }) => name));
    const last = [...names].sort().at(-1) ?? '';
    const late = readMigrations().filter(({ name }) => !names.has(name) && name < last);
    expect(late.map(({ name }) => name)).toEqual([]);
  });

  it('every line of published.txt is a comment or a migration with its hash', () => {
    const lines = readFileSync(PUBLISHED_FILE, 'utf8').split('\n');
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toHaveLength(published.length);
  });
});

describe('a migration', () => {
  const ruled = readMigrations().filter(({ id }) => id > BASELINE_ENDS);
  it.each(ruled.map(({ name, sql }) => [name, sql]))(
    '%s says so if it may break the previous version',
    (_, sql) => {
      expect(findBreakingChanges(sql)).toEqual([]);
    },
  );

  const change = (what: string) => `alter table users ${what}`;
  it.each([
    ['drop table users', 'table dropped'],
    ['drop function settle', 'function dropped'],
    ['drop index users_by_email', 'index dropped'],
    ['alter table users rename to people', 'users renamed'],
    [change('rename column email to mail'), 'email renamed'],
    [change('drop column email'), 'users.email dropped'],
    [change('alter email type int using 1'), 'users.email: another type'],
    [change('alter email set not null'), 'users.email: not null'],
    [change('alter email drop default'), 'users.email: no longer has a default'],
    [change('add phone text not null'), 'users.phone: not null and without a default'],
    [change('add phone text, add pet text not null'), 'users.pet: not null and without a default'],
    [change('add check (email > $$a$$)'), 'a constraint'],
    [change('drop constraint users_pkey'), 'users_pkey dropped'],
    [change('enable row level security'), 'EnableRowSecurity: not known to be harmless'],
    ['create unique index on users (email)', 'an index on users'],
    ['create index on users (email)', 'wait until it is built'],
    ['create trigger t before insert on users execute function f()', 'a trigger on users'],
    ['create table fills_2 partition of fills for values from (1) to (2)', 'a new part'],
    ['do $$ begin execute $q$ drop table users $q$; end $$', 'a DO block'],
    ['truncate users', 'TruncateStmt: not known'],
    ['revoke select on users from somebody', 'GrantStmt: not known'],
    ['create table pets (a int); drop table users', 'table dropped'],
    ['create policy p on users', 'CreatePolicyStmt: not known'],
  ])('%s: is refused', (sql, why) => {
    expect(findBreakingChanges(sql).join()).toContain(why);
    expect(findBreakingChanges(`-- contracts: versions before 0071, because of it\n${sql}`)).toEqual([]);
    expect(findBreakingChanges(`-- expands: no installation has it\n${sql}`)).toEqual([]);
  });

  it.each([
    'create table pets (name text not null unique); create index on pets (name); alter table pets add check (true)',
    change('add phone text'),
    change("add phone text not null default ''"),
    change('add number bigint generated always as identity'),
    change('alter email drop not null'),
    change("alter email set default ''"),
    "comment on table users is 'people'; insert into limits values (1); update users set email = null",
    'create or replace function f() returns int language sql as $$ select 1 $$',
    'set local statement_timeout = 0',
  ])('%s: keeps the previous version running', (sql) => {
    expect(findBreakingChanges(sql)).toEqual([]);
  });

  it('is parsed entirely: invalid SQL is refused', () => {
    expect(() => findBreakingChanges('alter tabel users add a int')).toThrow('syntax error');
  });
});
