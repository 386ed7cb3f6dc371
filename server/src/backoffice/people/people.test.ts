import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BackofficeFixture,
  createBackofficeFixture,
  type SignedInUser,
} from '../../../test/backoffice.ts';
import { isRaisingLimits } from './set-person-limits.ts';

let context: BackofficeFixture;
let support: SignedInUser;
let kyc: SignedInUser;
let treasury: SignedInUser;
let admin: SignedInUser;

beforeAll(async () => {
  context = await createBackofficeFixture();
  support = await context.staff('support@sarraf.test', 'support');
  kyc = await context.staff('kyc@sarraf.test', 'kyc');
  treasury = await context.staff('treasury@sarraf.test', 'treasury');
  admin = await context.staff('admin@sarraf.test', 'admin');
});
afterAll(() => context.close());

const REASON = 'agreed with the person';
const levelOf = async (id: string) => (await context.identity.people.find(id))?.level;

describe('a filtered list of users', () => {
  const ids: string[] = [];
  beforeAll(async () => {
    for (let n = 0; n < 5; n += 1)
      ids.push((await context.person({ email: `listed${n}@sarraf.test`, state: 'AUTHORIZED' })).id);
    await sql`update users set level = 'GOLD', customer_kind = 'COMPANY', country_name = 'Iran', country_phone_code = '+98'
      where id = any(${ids}::uuid[])`.execute(context.db);
    await sql`update users set blocked_at = now(), blocked_reason = 'x' where id = ${ids[1]}`.execute(
      context.db,
    );
    await sql`update users set country_name = 'Germany', customer_kind = 'REAL' where id = ${ids[2]}`.execute(
      context.db,
    );
  });

  it.each([
    ['level=GOLD', [4, 3, 2, 1, 0]],
    ['level=GOLD&blocked=true', [1]],
    ['level=GOLD&blocked=false', [4, 3, 2, 0]],
    ['kind=COMPANY&state=AUTHORIZED', [4, 3, 1, 0]],
    ['country=Germany', [2]],
    ['country=germany', []],
    ['level=GOLD&country=Iran&kind=REAL', []],
    ["country=' or true --", []],
  ])('of %s has those who match all filters, newest first', async (query, expectedIndexes) => {
    const { body } = await context.get(kyc, `/people?${query}`);
    expect(body.content.map(({ id }: { id: string }) => id)).toEqual(expectedIndexes.map((n) => ids[n]));
    expect(JSON.stringify(body)).not.toContain('listed');
  });

  it('is paged, and each page is audited with its filters', async () => {
    const listedIds: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await context.get(kyc, `/people?level=GOLD&size=2${cursor && `&cursor=${cursor}`}`);
      listedIds.push(...body.content.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor;
    }
    expect(listedIds).toEqual([...ids].reverse());
    const { rows } = await sql<{ detail: string }>`select detail from audit_log
      where action = 'people listed' order by number desc limit 3`.execute(context.db);
    expect(rows.map(({ detail }) => JSON.parse(detail))).toEqual([
      { level: 'GOLD', shown: 1 },
      { level: 'GOLD', shown: 2 },
      { level: 'GOLD', shown: 2 },
    ]);
  });

  it('is refused to roles that don’t work with all users, and without filters', async () => {
    for (const by of [support, treasury])
      expect((await context.get(by, '/people?level=GOLD')).body.message).toBe('FORBIDDEN');
    expect((await context.get(admin, '/people?level=GOLD')).body.content).toHaveLength(5);
    for (const query of ['', '?size=10', '?query=a%40b.test&level=GOLD']) {
      const { status, body } = await context.get(kyc, `/people${query}`);
      expect([status, body.errors]).toEqual([400, ['query']]);
    }
    for (const query of ['level=DIAMOND', 'state=x', 'level=GOLD&cursor=x', 'blocked=perhaps'])
      expect((await context.get(kyc, `/people?${query}`)).status).toBe(400);
  });

  it('uses an index for each of its filters', async () => {
    await context.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      for (const condition of [
        "authentication_type = 'PENDING'",
        "level = 'GOLD'",
        "customer_kind = 'COMPANY'",
        "country_name = 'Iran'",
        'blocked_at is not null',
      ]) {
        const { rows } = await sql<{
          'QUERY PLAN': string;
        }>`explain select * from users where ${sql.raw(condition)}
          and id < ${ids[0]}::uuid order by id desc limit 10`.execute(tx);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan).toMatch(/users_(in_state|of_level|of_kind|of_country|blocked)|users_pkey/);
        expect(plan).not.toContain('Seq Scan');
      }
    });
  });
});

describe('the market maker flag', () => {
  const set = (by: SignedInUser, id: string, supervisor: boolean) =>
    context.act(by, `/people/${id}/supervisor`, { supervisor, reason: REASON });
  const volume = (id: string, toman: bigint) =>
    sql`insert into user_volumes (user_id, day, toman_value)
      values (${id}, (now() at time zone 'Asia/Tehran')::date, ${toman * 1_000_000n})`.execute(context.db);

  it('is set and removed by an admin, with a notice to the user and an audit entry', async () => {
    const { id, email } = await context.person({ email: 'maker@sarraf.test' });
    await volume(id, 600_000_000n);
    expect((await set(admin, id, true)).body.level).toBe('SUPERVISOR');
    expect(await levelOf(id)).toBe('SUPERVISOR');
    expect((await set(admin, id, false)).body.level).toBe('GOLD');
    expect(await levelOf(id)).toBe('GOLD');
    expect(await context.listAuditEntries(id)).toEqual([
      {
        actorId: admin.id,
        action: 'supervisor made',
        detail: { before: 'BRONZE', after: 'SUPERVISOR', reason: REASON },
      },
      {
        actorId: admin.id,
        action: 'supervisor unmade',
        detail: { before: 'SUPERVISOR', after: 'GOLD', reason: REASON },
      },
    ]);
    expect(await context.notices(email)).toHaveLength(2);
  });

  it('when removed, enqueues a level check for trades that were in progress', async () => {
    const { id } = await context.person({ email: 'leaving@sarraf.test' });
    await set(admin, id, true);
    const readLevelChecks = () => sql`select from level_checks where user_id = ${id}`.execute(context.db);
    expect((await readLevelChecks()).rows).toHaveLength(0);
    await set(admin, id, false);
    expect((await readLevelChecks()).rows).toHaveLength(1);
  });

  it('changes once with concurrent requests', async () => {
    const { id, email } = await context.person({ email: 'once@sarraf.test' });
    const replies = await Promise.all(Array.from({ length: 6 }, () => set(admin, id, true)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.message === 'CONFLICT')).toHaveLength(5);
    expect(await context.notices(email)).toHaveLength(1);
    const unmade = await Promise.all(Array.from({ length: 6 }, () => set(admin, id, false)));
    expect(unmade.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is refused to other roles and for oneself, and needs a reason and a user', async () => {
    const { id } = await context.person({ email: 'wants@sarraf.test' });
    for (const by of [support, kyc, treasury])
      expect((await set(by, id, true)).body.message).toBe('FORBIDDEN');
    expect((await set(admin, admin.id, true)).body.message).toBe('SECOND_PERSON_NEEDED');
    expect((await set(admin, crypto.randomUUID(), true)).status).toBe(404);
    const { body } = await context.act(admin, `/people/${id}/supervisor`, { supervisor: true });
    expect(body.errors).toEqual(['reason']);
    expect([await levelOf(id), await levelOf(admin.id)]).toEqual(['BRONZE', 'BRONZE']);
    expect(await context.listAuditEntries(id)).toEqual([]);
  });
});

describe('the rate limit of a user’s programs', () => {
  const set = (by: SignedInUser, id: string, level: string) =>
    context.act(by, `/people/${id}/api-level`, { level, reason: REASON });
  const apiLevelOf = async (id: string) => (await context.identity.people.find(id))?.apiLevel;

  it('is raised and restored by an admin, with a notice to the user and an audit entry', async () => {
    const { id, email } = await context.person({ email: 'quoter@sarraf.test' });
    expect((await set(admin, id, 'MARKET_MAKER')).status).toBe(200);
    expect(await apiLevelOf(id)).toBe('MARKET_MAKER');
    expect((await set(admin, id, 'MARKET_MAKER')).body.message).toBe('CONFLICT');
    expect((await set(admin, id, 'STANDARD')).status).toBe(200);
    expect(await apiLevelOf(id)).toBe('STANDARD');
    // The fee level is another one.
    expect(await levelOf(id)).toBe('BRONZE');
    expect(await context.listAuditEntries(id)).toMatchObject([
      { actorId: admin.id, action: 'API level set', detail: { after: 'MARKET_MAKER', reason: REASON } },
      { actorId: admin.id, action: 'API level set', detail: { after: 'STANDARD', reason: REASON } },
    ]);
    expect(await context.notices(email)).toHaveLength(2);
  });

  it('is refused to other roles and for oneself', async () => {
    const { id } = await context.person({ email: 'wants-more@sarraf.test' });
    for (const by of [support, kyc, treasury])
      expect((await set(by, id, 'MARKET_MAKER')).body.message).toBe('FORBIDDEN');
    expect((await set(admin, admin.id, 'MARKET_MAKER')).body.message).toBe('SECOND_PERSON_NEEDED');
    expect([await apiLevelOf(id), await apiLevelOf(admin.id)]).toEqual(['STANDARD', 'STANDARD']);
  });
});

describe('withdrawal limits of one user', () => {
  const DAY = 86_400_000;
  const inDays = (days: number) => new Date(context.clock.now() + days * DAY).toISOString();
  const limits = (perDay: string, perMonth: string, days = 30) => ({ perDay, perMonth, until: inDays(days) });
  const readLimits = async (id: string) =>
    (await context.get(admin, `/people/${id}?reason=looking`)).body.baseDTO.money.limits;
  const readSetAt = async (id: string): Promise<string | null> => (await readLimits(id)).own?.setAt ?? null;
  const setSeen = (by: SignedInUser, id: string, to: object | null, shownSetAt: string | null) =>
    context.act(by, `/people/${id}/limits`, { limits: to, shownSetAt, reason: REASON });
  const set = async (by: SignedInUser, id: string, to: object | null) =>
    setSeen(by, id, to, await readSetAt(id));

  it('can be lowered by the treasury, are shown with author and reason, and expire automatically', async () => {
    const { id } = await context.person({ email: 'lowered@sarraf.test' });
    const to = limits('1000000', '5000000');
    expect((await set(treasury, id, to)).status).toBe(200);
    expect(await readLimits(id)).toMatchObject({
      level: { perDay: '500000000', perMonth: '10000000000' },
      own: { ...to, reason: REASON, setBy: treasury.email },
    });
    const [entry] = (await context.listAuditEntries(id)).filter(({ action }) => action === 'own limits set');
    expect(entry).toMatchObject({
      actorId: treasury.id,
      detail: {
        before: 'level',
        after: `1000000 / 5000000 · ${to.until}`,
        reason: REASON,
      },
    });
  });

  it('that allow more than before can only be set by an admin, including their removal', async () => {
    const { id } = await context.person({ email: 'raised@sarraf.test' });
    const more = limits('600000000', '10000000000');
    expect((await set(treasury, id, more)).body.message).toBe('ADMIN_NEEDED');
    expect((await readLimits(id)).own).toBeNull();
    expect((await set(treasury, id, null)).body.message).toBe('CONFLICT');
    expect((await set(admin, id, more)).status).toBe(200);
    // Lower than before: the treasury role may set it.
    expect((await set(treasury, id, limits('1000', '2000', 10))).status).toBe(200);
    expect((await set(treasury, id, limits('1000', '2000', 9))).body.message).toBe('ADMIN_NEEDED');
    expect((await set(treasury, id, null)).body.message).toBe('ADMIN_NEEDED');
    expect((await set(admin, id, null)).status).toBe(200);
    expect((await readLimits(id)).own).toBeNull();
  });

  it('are refused when invalid, without effect', async () => {
    const { id } = await context.person({ email: 'nonsense@sarraf.test' });
    for (const [to, error] of [
      [limits('-1', '5'), 'UNACCEPTABLE_AMOUNT'],
      [limits('x', '5'), 'UNACCEPTABLE_AMOUNT'],
      [limits('0.0000001', '5'), 'UNACCEPTABLE_AMOUNT'],
      [limits('6', '5'), 'perMonth'],
      [limits('1', '5', -1), 'until'],
      [limits('1', '5', 367), 'until'],
      [{ ...limits('1', '5'), until: 'soon' }, 'until'],
    ] as const) {
      const { body } = await set(admin, id, to);
      expect([body.message, ...(body.errors ?? [])]).toContain(error);
    }
    expect((await set(treasury, treasury.id, limits('1', '5'))).body.message).toBe('SECOND_PERSON_NEEDED');
    expect((await set(treasury, admin.id, limits('1', '5'))).body.message).toBe('FORBIDDEN');
    for (const by of [support, kyc])
      expect((await set(by, id, limits('1', '5'))).body.message).toBe('FORBIDDEN');
    expect((await readLimits(id)).own).toBeNull();
  });

  it('set concurrently from the same state are those of one request, completely', async () => {
    const { id } = await context.person({ email: 'both@sarraf.test' });
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => setSeen(admin, id, limits(`${n + 1}`, `${(n + 1) * 10}`), null)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)]);
    const done = answers.findIndex(({ status }) => status === 200);
    const { own } = await readLimits(id);
    expect([own.perDay, own.perMonth]).toEqual([`${done + 1}`, `${done + 1}0`]);
    expect(
      (await context.listAuditEntries(id)).filter(({ action }) => action === 'own limits set'),
    ).toHaveLength(1);
    // A caller who saw other limits can't remove them either.
    context.clock.advance(1);
    expect((await set(admin, id, limits('7', '70'))).status).toBe(200);
    expect((await setSeen(admin, id, null, own.setAt)).body.message).toBe('CONFLICT');
    expect((await readLimits(id)).own.perDay).toBe('7');
  });

  it('count as raised if they allow more at any time', () => {
    const now = new Date('2026-11-22T00:00:00Z');
    const own = (perDay: bigint, days: number) => ({
      perDay,
      perMonth: perDay * 10n,
      raised: perDay > 100n,
      until: new Date(now.getTime() + days * DAY),
    });
    const level = { perDay: 100n, perMonth: 1_000n };
    const cases = [
      [null, own(50n, 5), false],
      [null, own(101n, 5), true],
      [own(50n, 5), own(50n, 6), false],
      [own(50n, 5), own(40n, 4), true],
      [own(50n, 5), null, true],
      [own(200n, 5), null, false],
      [own(200n, 5), own(200n, 6), true],
      [own(200n, 5), own(150n, 4), false],
      [own(200n, 5), own(100n, 50), false],
      // Set when the level allowed more than now: the level's apply, and the same limits again are no raise.
      [{ ...own(300n, 5), raised: false }, own(90n, 5), false],
      [{ ...own(300n, 5), raised: false }, own(300n, 5), true],
    ] as const;
    expect(cases.map(([before, after]) => isRaisingLimits(before, after, level, now))).toEqual(
      cases.map(([, , more]) => more),
    );
  });
});
