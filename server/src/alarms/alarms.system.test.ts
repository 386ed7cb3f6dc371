/** Raising and escalating alarms, their recipients, and that no killed process loses or repeats a step. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import { ALARM_CHANNELS } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AlarmFixture, createAlarmFixture, createCheck } from '../../test/alarms.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { TEST_AUDIT_KEY } from '../../test/keys.ts';
import { addPerson } from '../../test/people.ts';
import { Undeliverable } from '../messaging/index.ts';
import { manualClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { acknowledgeRaisedAlarm } from './acknowledge.ts';
import { escalateDueAlarms } from './escalate.ts';
import type { AlarmFinding, AlarmRecipient } from './index.ts';
import { TryLaterError } from './index.ts';
import { runAlarmCheck } from './run-check.ts';
import { sendDueMessages } from './send.ts';
import { countUnacknowledgedAlarms, listAlarmMessages, listAlarms, saveDuty } from './store.ts';

let test: TestDatabase;
let database: Database;
let readers: AlarmRecipient[];
let currentFindings: AlarmFinding[] | null;
let one: AlarmFixture;

const SHORT: AlarmFinding = { kind: 'RESERVE_SHORT', subject: 'TETHER TRC20' };
const BROKEN: AlarmFinding = { kind: 'LAW_BROKEN', subject: '', figure: 1 };
const FULL: AlarmFinding = { kind: 'DISK_FULL', subject: 'DATA_DIR', figure: 81 };
const GIVEN_UP: AlarmFinding = { kind: 'JOBS_GIVEN_UP', subject: 'send-notice', figure: 1 };

async function reader(email: string, admin: boolean, mobile: string | null): Promise<AlarmRecipient> {
  const userId = await addPerson(database.db, { email, roles: [admin ? 'admin' : 'treasury'] });
  return { to: { userId, email, mobile, language: 'en' }, admin };
}

beforeEach(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.url, 6, TEST_AUDIT_KEY);
  readers = [
    await reader('admin@sarraf.test', true, '+989120000001'),
    await reader('vault@sarraf.test', false, '+989120000002'),
  ];
  currentFindings = [];
  one = createAlarmFixture(database.db, readers);
});
afterEach(async () => {
  await database.close();
  await test.drop();
});

const check = createCheck(() => currentFindings);
/** Runs one round of a worker. */
async function beat({ deps }: AlarmFixture = one): Promise<void> {
  await runAlarmCheck(deps, check);
  await escalateDueAlarms(deps);
  await Promise.all(ALARM_CHANNELS.map((way) => sendDueMessages(deps, way)));
}
async function during(ms: number, everyMs = 5_000): Promise<void> {
  for (let left = ms; left > 0; left -= everyMs) {
    one.clock.advance(everyMs);
    await beat();
  }
}
const open = () => listAlarms(database.db, { over: false, limit: 10 });
const over = () => listAlarms(database.db, { over: true, limit: 10 });
const first = async () => {
  const [alarm] = await open();
  if (!alarm) throw new Error('there is no alarm');
  return alarm;
};
/** Returns the messages sent since the last call. */
const news = () => one.sentLines.splice(0).sort();
const onDuty = (who: AlarmRecipient | undefined) =>
  database.db.transaction().execute((tx) => saveDuty(tx, who?.to.userId ?? '', true, new Date(0)));
const takeOn = async (alarmId: string) =>
  acknowledgeRaisedAlarm(one.deps, readers[1]?.to.userId ?? '', alarmId, 'I look at it');

describe('an alarm', () => {
  it('is raised only when two checks in a row find it, and after the duration of its kind', async () => {
    currentFindings = [BROKEN, SHORT];
    await beat();
    expect(await open()).toEqual([]);
    currentFindings = [];
    await during(5_000);
    currentFindings = [BROKEN, SHORT];
    await during(5_000);
    expect(await open()).toEqual([]);
    await during(5_000);
    expect(await open()).toMatchObject([{ kind: 'LAW_BROKEN', figure: 1 }]);
    await during(3 * MINUTE_MS);
    expect((await open()).map(({ kind }) => kind).sort()).toEqual(['LAW_BROKEN', 'RESERVE_SHORT']);
    expect(await countUnacknowledgedAlarms(database.db)).toBe(2);
  });

  it('is over when it has been gone for two minutes, and does not flap before', async () => {
    currentFindings = [BROKEN];
    await during(10_000);
    currentFindings = [];
    await during(MINUTE_MS);
    currentFindings = [BROKEN];
    await during(5_000);
    currentFindings = [];
    await during(2 * MINUTE_MS);
    expect(await open()).toHaveLength(1);
    await during(10_000);
    expect(await open()).toEqual([]);
    expect(await over()).toMatchObject([{ kind: 'LAW_BROKEN', nextStepAt: null }]);
    currentFindings = [BROKEN];
    await during(10_000);
    expect(await open()).toHaveLength(1);
    expect(await over()).toHaveLength(1);
  });

  it('lasts while its check can not run, which is an alarm of its own', async () => {
    currentFindings = [BROKEN];
    await during(10_000);
    currentFindings = null;
    await during(11 * MINUTE_MS);
    expect((await open()).map(({ kind, subject }) => [kind, subject])).toEqual(
      expect.arrayContaining([
        ['LAW_BROKEN', ''],
        ['FIGURES_MISSING', 'test'],
      ]),
    );
    currentFindings = [BROKEN];
    await during(3 * MINUTE_MS);
    expect((await open()).map(({ kind }) => kind)).toEqual(['LAW_BROKEN']);
  });

  it('that becomes urgent continues as the same alarm, even if it was acknowledged', async () => {
    currentFindings = [FULL];
    await during(11 * MINUTE_MS);
    expect(news()).toEqual(['EMAIL admin@sarraf.test DISK_FULL', 'EMAIL vault@sarraf.test DISK_FULL']);
    await takeOn((await first()).id);
    currentFindings = [{ ...FULL, figure: 96, severity: 'PAGE' }];
    await during(5_000);
    expect(await first()).toMatchObject({ severity: 'PAGE', acknowledgedAt: null, figure: 96 });
    expect(news()).toHaveLength(4);
    currentFindings = [FULL];
    await during(5_000);
    expect(await first()).toMatchObject({ severity: 'PAGE', figure: 81 });
  });
});

describe('the recipients of an alarm', () => {
  it('are the staff member on duty by mail and SMS, then all admins on all channels, until it is acknowledged', async () => {
    await onDuty(readers[1]);
    currentFindings = [BROKEN];
    await during(10_000);
    const toDuty = ['EMAIL vault@sarraf.test LAW_BROKEN', 'SMS +989120000002 LAW_BROKEN'];
    expect(news()).toEqual(toDuty);
    await during(9 * MINUTE_MS);
    expect(news()).toEqual([]);
    await during(MINUTE_MS);
    expect(news()).toEqual(toDuty);
    const everybody = [
      'EMAIL admin@sarraf.test LAW_BROKEN',
      'EMAIL vault@sarraf.test LAW_BROKEN',
      'SMS +989120000001 LAW_BROKEN',
      'SMS +989120000002 LAW_BROKEN',
      'TELEGRAM - LAW_BROKEN',
      'WEBHOOK - LAW_BROKEN',
    ];
    await during(10 * MINUTE_MS);
    expect(news()).toEqual(everybody);
    await during(10 * MINUTE_MS);
    expect(news()).toEqual(everybody);
    await takeOn((await first()).id);
    await during(HOUR_MS, MINUTE_MS);
    expect(news()).toEqual([]);
    expect(await countUnacknowledgedAlarms(database.db)).toBe(0);
  });

  it('sends a reminder four hours after an alarm was acknowledged if its condition still holds', async () => {
    currentFindings = [BROKEN];
    await during(10_000);
    const { id } = await first();
    await takeOn(id);
    await expect(takeOn(id)).rejects.toThrow('CONFLICT');
    news();
    await during(4 * HOUR_MS - MINUTE_MS, MINUTE_MS);
    expect(news()).toEqual([]);
    await during(MINUTE_MS, 5_000);
    expect(news()).toEqual([
      'EMAIL admin@sarraf.test LAW_BROKEN',
      'EMAIL vault@sarraf.test LAW_BROKEN',
      'SMS +989120000001 LAW_BROKEN',
      'SMS +989120000002 LAW_BROKEN',
    ]);
    expect(await first()).toMatchObject({ acknowledgedAt: null, step: 1 });
    await takeOn(id);
    const { rows } = await sql`select from audit_log where action = 'alarm acknowledged'`.execute(
      database.db,
    );
    expect(rows).toHaveLength(2);
  });

  it('of a minor alarm get one mail', async () => {
    currentFindings = [GIVEN_UP];
    await during(2 * HOUR_MS, MINUTE_MS);
    expect(news()).toEqual([
      'EMAIL admin@sarraf.test JOBS_GIVEN_UP',
      'EMAIL vault@sarraf.test JOBS_GIVEN_UP',
    ]);
  });

  it('get one message for several alarms of the same moment', async () => {
    currentFindings = [BROKEN, GIVEN_UP];
    await during(10_000);
    expect(news()).toEqual([
      'EMAIL admin@sarraf.test LAW_BROKEN+JOBS_GIVEN_UP',
      'EMAIL vault@sarraf.test LAW_BROKEN+JOBS_GIVEN_UP',
      'SMS +989120000001 LAW_BROKEN',
      'SMS +989120000002 LAW_BROKEN',
    ]);
  });
});

describe('an alarm channel that fails', () => {
  it('delays no other, is retried, and has its error logged', async () => {
    one.failing.set('EMAIL', new Error('the mail server is away'));
    one.failing.set('TELEGRAM', new TryLaterError('Too Many Requests: retry after 90', 90));
    currentFindings = [BROKEN];
    await during(20 * MINUTE_MS + 10_000);
    expect(news()).toEqual([
      'SMS +989120000001 LAW_BROKEN',
      'SMS +989120000001 LAW_BROKEN',
      'SMS +989120000001 LAW_BROKEN',
      'SMS +989120000002 LAW_BROKEN',
      'SMS +989120000002 LAW_BROKEN',
      'SMS +989120000002 LAW_BROKEN',
      'WEBHOOK - LAW_BROKEN',
    ]);
    const { id } = await first();
    const messages = () => listAlarmMessages(database.db, [id], 50);
    const [telegram] = (await messages()).filter(({ way }) => way === 'TELEGRAM');
    expect(telegram).toMatchObject({ tries: 1, fault: 'Too Many Requests: retry after 90', sentAt: null });
    expect(telegram?.nextTryAt?.getTime()).toBeGreaterThan(one.clock.now() + 80_000);
    one.failing.clear();
    await during(9 * MINUTE_MS);
    expect((await messages()).filter(({ sentAt }) => sentAt === null)).toEqual([]);
  });

  it('permanently is given up; messages pending when the alarm is acknowledged or over are dropped', async () => {
    one.failing.set('EMAIL', new Undeliverable('no such mailbox'));
    currentFindings = [BROKEN];
    await during(10_000);
    const { id } = await first();
    const ends = async () =>
      (await listAlarmMessages(database.db, [id], 50))
        .filter(({ way }) => way === 'EMAIL')
        .map(({ givenUpAt, droppedAt }) => [givenUpAt !== null, droppedAt !== null]);
    expect(await ends()).toEqual([
      [true, false],
      [true, false],
    ]);
    one.failing.set('EMAIL', new Error('away'));
    await during(10 * MINUTE_MS);
    await takeOn(id);
    expect((await ends()).filter(([, dropped]) => dropped)).toHaveLength(2);
    one.failing.clear();
    news();
    await during(10 * MINUTE_MS);
    expect(news()).toEqual([]);
  });
});

describe('two alarm workers', () => {
  it('that run concurrently notify each person once per step', async () => {
    const second = openDatabase(test.url, 6, TEST_AUDIT_KEY);
    const other = { ...createAlarmFixture(second.db, readers, one.clock), sentLines: one.sentLines };
    other.deps = { ...one.deps, db: second.db };
    currentFindings = [BROKEN, GIVEN_UP];
    for (let left = 21 * MINUTE_MS; left > 0; left -= 5_000) {
      one.clock.advance(5_000);
      await Promise.all([beat(one), beat(other), beat(other)]);
    }
    await second.close();
    const { rows } = await sql<{ many: number }>`select count(*)::int as many from alarm_messages
      group by alarm_id, step, way, user_id having count(*) <> 1 or max(tries) <> 1 or bool_or(sent_at is null)`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
    // Two people: a mail each for two alarms and an SMS for the urgent one; then mail and SMS; then all channels.
    const deliveries = news().flatMap((line) => (line.split(' ')[2] ?? '').split('+').map(() => line));
    expect(deliveries).toHaveLength(6 + 4 + 6);
    expect(await open()).toHaveLength(2);
  });

  it('send every message once when one is killed while sending', async () => {
    const [admin] = readers;
    const child = spawn(
      process.execPath,
      [
        join(import.meta.dirname, '../../test/alarm-process.ts'),
        test.url,
        admin?.to.userId ?? '',
        admin?.to.email ?? '',
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const soon = createAlarmFixture(database.db, readers.slice(0, 1), manualClock(Date.now()));
    currentFindings = [BROKEN];
    await beat(soon);
    expect(soon.sentLines).toEqual([]);
    soon.clock.advance(3 * MINUTE_MS);
    await beat(soon);
    await beat(soon);
    expect(soon.sentLines).toEqual(['EMAIL admin@sarraf.test LAW_BROKEN']);
    const messages = await listAlarmMessages(database.db, [(await first()).id], 50);
    expect(messages).toMatchObject([{ step: 1, way: 'EMAIL', tries: 2, fault: null }]);
  });

  it('keep the result of a later check when an earlier one took too long', async () => {
    const late = Promise.withResolvers<void>();
    const lookStart = Promise.withResolvers<void>();
    const slow = {
      ...check,
      look: () => {
        lookStart.resolve();
        return late.promise.then(() => ({ findings: [] }));
      },
    };
    currentFindings = [BROKEN];
    await during(10_000);
    one.clock.advance(5_000);
    const looking = runAlarmCheck(one.deps, slow);
    await lookStart.promise;
    await during(5_000);
    late.resolve();
    await looking;
    expect(await first()).toMatchObject({ goneAt: null });
  });

  it('are not blocked by a check that never returns', async () => {
    const stuck = { ...check, look: () => new Promise<never>(() => {}) };
    await runAlarmCheck(one.deps, stuck, 50);
    one.clock.advance(11 * MINUTE_MS);
    await runAlarmCheck(one.deps, stuck, 50);
    expect(await open()).toMatchObject([{ kind: 'FIGURES_MISSING' }]);
  });
});
