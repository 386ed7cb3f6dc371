import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertInto, updateWith } from '../src/ledger/index.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { StatementCheck, type StatementFault } from './sql/check.ts';
import { Describer } from './sql/describe.ts';
import { Source } from './sql/source.ts';

const HERE = 'server/test/sql.test.ts';

/** Statements that can only be checked by running them, by the function they are in. No other may be unknown. */
const UNCHECKABLE: Readonly<Record<string, string>> = {
  // The names of the business tables are data; business-rows.test.ts reads and writes a row of each.
  readRows: 'reads any of the tables that staff sets',
  writeRow: 'writes any of the tables that staff sets',
  keyExpression: 'the key of any of the tables that staff sets',
  inOrder: 'the order in which such tables are listed',
  createMarketRowTables: 'which rows of such tables are listed',
  createLevelRows: 'which rows of such tables are listed',
  HOT_TARGET_ROWS: 'which rows of such tables are listed',
  LIMIT_ROWS: 'which rows of such tables are listed',
  // The heads that are read depend on the caller's roles; waiting.test.ts reads all of them as an admin.
  readQueues: 'the queues of the caller',
  // Each follower of transfers names the table of its position; follow-transfers.test.ts runs both with all of
  // them.
  lockHeads: 'locks the places of the followers',
  advanceHeads: 'moves the places of the followers',
  // The names of tables and sequences come from the catalog; rotate-key.system.test.ts and backup.system.test.ts
  // run them.
  readSealed: 'reads every encrypted column',
  replaceSealed: 'writes any encrypted column',
  listSequences: 'reads every sequence',
};

let database: TestDatabase;
let check: StatementCheck;
beforeAll(async () => {
  database = await createTestDatabase();
  const source = new Source(
    (path) =>
      path === HERE ||
      // The laws are composed of fragments; forged-books.system.test.ts runs each of them.
      (path.startsWith('server/src/') && !path.startsWith('server/src/audit/') && !path.endsWith('.test.ts')),
  );
  const describer = new Describer(database.ownerUrl);
  await describer.open();
  check = new StatementCheck(source, describer);
  await check.run();
  source.close();
  await describer.close();
});
afterAll(() => database.drop());

/** The first part of the owner's name. */
const functionName = ({ owner }: StatementFault): string => owner.split('.')[0] ?? '';

const isHere = ({ place }: StatementFault): boolean => place.startsWith(HERE);

test('every statement returns rows of its declared type', () => {
  const problems = check.problems.filter(
    (problem) => !isHere(problem) && !(functionName(problem) in UNCHECKABLE),
  );
  expect(problems.map(({ place, owner, says }) => `${place} ${owner}: ${says}`)).toEqual([]);
  expect(check.checked).toBeGreaterThan(800);
});

test('only statements that the check can’t resolve are listed as checked by hand', () => {
  const owners = new Set(check.problems.filter((problem) => !isHere(problem)).map(functionName));
  expect(Object.keys(UNCHECKABLE).filter((owner) => !owners.has(owner))).toEqual([]);
});

type Person = { id: string; email: string; firstName: string | null; createdAt: Date };
const some = sql`id, email, first_name as "firstName", created_at as "createdAt"`;
const queryNamed = (name: string) => sql`first_name = ${name}`;
const queryOr = (column: string, other: boolean) =>
  sql<{ n: bigint }>`select ${other ? sql.ref(column) : sql`1::numeric`} as n from users`;

/** Statements that are never run: the tests below use the check's result for them. */
const probes = {
  right: () => sql<Person>`select ${some} from users where ${queryNamed('Ann')}`,
  misspelt: () => sql<{ id: string }>`select idd as id from users`,
  misspeltType: () => sql<{ identity: string }>`select id from users`,
  wrongType: () => sql<{ at: string }>`select created_at as at from users`,
  wrongNumber: () => sql<{ n: number }>`select count(*) as n from users`,
  missing: () => sql<Person>`select id, email, first_name as "firstName" from users`,
  undeclared: () => sql<{ id: string }>`select id, email from users`,
  nullable: () => sql<{ name: string }>`select mobile as name from users`,
  known: () => sql<{ name: string }>`select mobile as name from users where mobile > '0'`,
  joined: () => sql<{ id: string }>`select o.id from users u left join orders o on o.user_id = u.id`,
  joinedKnown: () =>
    sql<{ id: string }>`select o.id from users u left join orders o on o.user_id = u.id where o.amount > 1`,
  noRows: () => sql<{ most: bigint }>`select max(amount) as most from orders`,
  ofGroup: () => sql<{ most: bigint }>`select max(amount) as most from orders group by coin`,
  given: (name: string | null) => sql<{ name: string }>`select ${name}::text as name`,
  otherForm: () => [queryOr('id', true), queryOr('invited_by', false)],
  floats: () => sql<{ amounts: number[] }>`select array_agg(amount) as amounts from orders group by coin`,
  returned: () => sql<{ at: Date }>`update users set blocked_at = null returning blocked_at as at`,
  unknown: (part: string) => sql`select id from users ${sql.raw(part)}`,
  unread: () => sql`update users set nowhere = 1`.execute,
  inserted: () => insertInto('users', { id: 'uuid?', mobile: 'text?' }),
  rows: () =>
    updateWith('probe', { id: 'bigint' }, (v) => `update users u set email = '' from ${v} where u.id = v.id`),
};

test.each<[keyof typeof probes, readonly string[]]>([
  ['right', []],
  ['misspelt', ['column "idd" does not exist']],
  ['misspeltType', ['identity is declared, and no column has its name', 'the column id is not declared']],
  ['wrongType', ['at is declared as string, and comes as Date']],
  ['wrongNumber', ['n is declared as number, and comes as bigint']],
  ['missing', ['createdAt is declared, and no column has its name']],
  ['undeclared', ['the column email is not declared']],
  ['nullable', ['name may be null, and is not declared so']],
  ['known', []],
  ['joined', ['id may be null, and is not declared so']],
  ['joinedKnown', []],
  ['noRows', ['most may be null, and is not declared so']],
  ['ofGroup', []],
  ['given', ['name may be null, and is not declared so']],
  ['floats', ['amounts is declared as number[], and comes as null']],
  ['returned', ['at may be null, and is not declared so']],
  ['unknown', ['what `part` stands for is not known before it runs']],
  ['unread', ['column "nowhere" of relation "users" does not exist']],
  ['inserted', ["id takes null, and the table doesn't"]],
  ['rows', ['operator does not exist: uuid = bigint']],
])('the check reports the error of the statement "%s"', (name, says) => {
  expect(Object.keys(probes)).toContain(name);
  const ownProblems = check.problems.filter(
    (problem) => isHere(problem) && problem.owner === `probes.${name}`,
  );
  expect(ownProblems.map((problem) => problem.says)).toEqual(says.map((one) => expect.stringContaining(one)));
});

test('every form that a statement can take is checked', () => {
  const ownProblems = check.problems
    .filter((problem) => isHere(problem) && problem.owner === 'queryOr')
    .map(({ says }) => says);
  expect(ownProblems).toEqual([
    'n is declared as bigint, and comes as string',
    'column "invited_by" does not exist',
  ]);
});
