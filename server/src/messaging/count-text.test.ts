import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMessagingDatabase, PRICE_ALERT, RECIPIENT } from '../../test/messaging.ts';
import { addPerson } from '../../test/people.ts';

let database: Awaited<ReturnType<typeof createMessagingDatabase>>;
beforeAll(async () => {
  database = await createMessagingDatabase();
});
beforeEach(() => database.clear());
afterAll(() => database.close());

describe('the SMS budget', () => {
  const MOBILE = '+989121234567';

  it('S07: stops SMS until the end of the hour with one alarm, while e-mail continues', async () => {
    const { clock, code, messaging, lines, outbox, notify, drain } = database.open(3);
    for (let i = 0; i < 3; i += 1) {
      expect(messaging.codeSender.canText(MOBILE)).toBe(true);
      code('SMS', `+98912000000${i}`);
      await messaging.stop();
    }
    expect(messaging.codeSender.canText(MOBILE)).toBe(false);
    code('SMS', MOBILE);
    await notify();
    await drain();
    await messaging.stop();
    expect([outbox.texts.length, outbox.mails.length]).toEqual([3, 1]);
    const alarms = lines.filter((line) => line.includes('SMS budget'));
    expect(alarms).toHaveLength(1);
    expect(JSON.parse(alarms[0] ?? '')).toMatchObject({ level: 50, perHour: 3 });
    clock.advance(3_600_000);
    expect(messaging.codeSender.canText(MOBILE)).toBe(true);
    code('SMS', MOBILE);
    await messaging.stop();
    expect(outbox.texts).toHaveLength(4);
  });

  it('S07: is not exceeded by a hundred concurrent messages', async () => {
    const { code, messaging, outbox } = database.open(7);
    for (let i = 0; i < 100; i += 1) code('SMS', MOBILE);
    await messaging.stop();
    expect(outbox.texts).toHaveLength(7);
  });

  it('S07: survives a restart', async () => {
    const before = database.open(2);
    before.code('SMS', MOBILE);
    before.code('SMS', MOBILE);
    await before.messaging.stop();
    const after = database.open(2);
    after.code('SMS', MOBILE);
    await after.messaging.stop();
    expect(after.outbox.texts).toEqual([]);
    expect(after.messaging.codeSender.canText(MOBILE)).toBe(false);
    expect(after.lines.filter((line) => line.includes('SMS budget'))).toHaveLength(1);
  });

  it('reserves half of itself for codes and warnings', async () => {
    const userId = await addPerson(database.db, { email: 'ann@sarraf.test', mobile: MOBILE });
    await sql`insert into notice_settings (user_id, notice_group, way, enabled)
      values (${userId}, 'PRICES', 'SMS', true)`.execute(database.db);
    const { code, messaging, lines, outbox, notify, drain } = database.open(7);
    const person = { ...RECIPIENT, userId, email: null };
    for (let i = 0; i < 5; i += 1) await notify(person, PRICE_ALERT);
    await drain();
    expect(outbox.texts).toHaveLength(3);
    expect([messaging.codeSender.canText(MOBILE), lines]).toEqual([true, []]);
    await notify(person);
    await drain();
    for (let i = 0; i < 5; i += 1) code('SMS', MOBILE);
    await messaging.stop();
    expect(outbox.texts.map((text) => (text.code === null ? 'notice' : 'code'))).toEqual([
      ...['notice', 'notice', 'notice', 'notice'],
      ...['code', 'code', 'code'],
    ]);
  });

  it('reserves three quarters for verified numbers, so that users can still log in', async () => {
    const { code, messaging, outbox, lines, clock } = database.open(8);
    for (let i = 0; i < 20; i += 1) code('SMS', `+98912000${1000 + i}`, 'MOBILE');
    await messaging.stop();
    expect(outbox.texts).toHaveLength(2);
    expect(messaging.codeSender.canText(MOBILE, 'MOBILE')).toBe(false);
    expect(messaging.codeSender.canText(MOBILE, 'LOGIN')).toBe(true);
    expect(lines.filter((line) => line.includes('unverified'))).toHaveLength(1);
    for (let i = 0; i < 20; i += 1) code('SMS', MOBILE);
    await messaging.stop();
    expect(outbox.texts).toHaveLength(8);
    clock.advance(3_600_000);
    expect(messaging.codeSender.canText(MOBILE, 'MOBILE')).toBe(true);
  });

  it('counts a message once, however many attempts it takes', async () => {
    const { notify, drain, outbox, messaging } = database.open(2);
    let tries = 0;
    const texter = {
      async send() {
        tries += 1;
        if (tries === 1) throw new Error('server away');
      },
      canReach: () => true,
      close() {},
    };
    const other = database.open(2, { texter });
    other.code('SMS', MOBILE);
    await expect.poll(() => tries, { timeout: 60_000 }).toBe(2);
    await other.messaging.stop();
    await notify({ ...RECIPIENT, email: null });
    await drain();
    expect(outbox.texts).toHaveLength(1);
    expect(messaging.codeSender.canText(MOBILE)).toBe(false);
  });
});
