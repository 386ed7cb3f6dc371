import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from '../../test/owner.ts';
import { createReferralFixture, moveTransfers, type ReferralFixture } from '../../test/referral.ts';
import { parsePage } from '../platform/database/rows.ts';
import type { Caller } from '../platform/http/http.ts';
import { hideEmail } from './hidden-email.ts';
import { listInvitees, readInvites } from './read-invites.ts';
import { markSelfInvited } from './same-person.ts';

const TOMAN = 1_000_000n;
const PRICE = '10000000000';
/** Share of a trade of a hundredth of a Bitcoin, 100,000,000 Toman: 30 % of 0.4 %. */
const SHARE = '120000';

let context: ReferralFixture;
beforeAll(async () => {
  context = await createReferralFixture();
});
afterEach(() => context.orders.clear());
afterAll(() => context.close());

const rich = async (more: Parameters<ReferralFixture['person']>[0] = {}) => {
  const person = await context.person(more);
  await context.orders.give(person, 'TOMAN', '1000000000');
  await context.orders.give(person, 'BITCOIN', '1');
  return person;
};
const meet = async (seller: Caller, buyer: Caller) => {
  await context.orders.limit(seller, 'sell', '0.01', PRICE);
  await context.orders.limit(buyer, 'buy', '0.01', PRICE);
};
const earned = ({ userId }: Caller) => context.orders.balance({ userId }, 'TOMAN');
const stats = async ({ userId }: Caller) => {
  await context.referral.foldTransfers();
  return readInvites(context.deps, userId);
};

describe('an inviter', () => {
  it('without invited users has a code, a link and zero sums', async () => {
    const ann = await context.person();
    const { referralCode, referralLink, qrCode, ...rest } = await stats(ann);
    expect(rest).toEqual({ countInvitees: 0, profit: '0', credits: [] });
    expect(referralLink).toBe(`http://sarraf.test:8080/sign-up?ref=${referralCode}`);
    expect(Buffer.from(qrCode, 'base64').subarray(1, 4).toString()).toBe('PNG');
  });

  it('gets every friend counted, also when many sign up concurrently', async () => {
    const [host, other] = [await context.person(), await context.person()];
    const friends = await Promise.all(
      Array.from({ length: 20 }, () => context.person({ inviterId: host.userId })),
    );
    expect((await stats(host)).countInvitees).toBe(20);
    await sql`update users set inviter_id = ${other.userId} where id = ${friends[0]?.userId}`.execute(
      context.db,
    );
    expect([(await stats(host)).countInvitees, (await stats(other)).countInvitees]).toEqual([19, 1]);
  });

  it('is notified of the first share, once', async () => {
    const host = await context.person({ email: 'host@referral.test' });
    const ann = await rich({ inviterId: host.userId });
    const [ben, cid] = [await rich({ inviterId: host.userId }), await rich()];
    const rewards = () =>
      context.notices.filter(
        ({ email, notice }) => email === 'host@referral.test' && notice.kind === 'FIRST_REWARD',
      );
    await context.referral.foldTransfers();
    expect(rewards()).toEqual([]);
    await meet(ann, cid);
    await meet(ben, cid);
    await context.referral.foldTransfers();
    await meet(ann, cid);
    await context.referral.foldTransfers();
    expect(rewards().map(({ notice }) => notice)).toEqual([
      { kind: 'FIRST_REWARD', asset: 'TOMAN', amount: SHARE },
    ]);
    // Everything is processed again, months later, together with a share of today.
    await moveTransfers(context, () => new Date(context.clock.now() - 60 * 86_400_000));
    await meet(ann, cid);
    await sql`update positions_head set transfer_id = 0`.execute(context.db);
    await asOwner(
      context.db,
      sql`truncate positions, position_exits, daily_balances, referral_totals, referral_sums`,
    );
    await context.referral.foldTransfers();
    expect(rewards()).toHaveLength(1);
  });

  it('has shares in the currency of each fee, listed by invited user', async () => {
    const host = await context.person();
    const ann = await rich({ inviterId: host.userId, email: 'ann.b@gmail.com' });
    const ben = await rich();
    await context.orders.give(ben, 'TETHER', '1000');
    await meet(ann, ben);
    await context.orders.limit(ann, 'sell', '0.001', '100000', 'BITCOIN_TETHER');
    await context.orders.limit(ben, 'buy', '0.001', '100000', 'BITCOIN_TETHER');
    await context.orders.quickSell(ann, '0.01');
    // 0.4 % of 100 Tether, and 30 % of it; a Tether is 100,000 Toman.
    expect(await stats(host)).toMatchObject({
      countInvitees: 1,
      profit: '252000',
      credits: [
        ['TOMAN', { credit: '240000' }],
        ['TETHER', { credit: '0.12' }],
      ],
    });
    const { content } = await listInvitees(context.deps, host.userId, parsePage({}));
    expect(content).toEqual([
      {
        id: ann.userId,
        email: 'a***@g***.com',
        joinedAtDateTime: expect.any(String),
        active: false,
        profit: '252000',
      },
    ]);
    await sql`insert into user_volumes (user_id, day, toman_value) values (${ann.userId}, current_date, 1)`.execute(
      context.db,
    );
    expect((await listInvitees(context.deps, host.userId, parsePage({}))).content[0]?.active).toBe(true);
  });

  it('reads the list page by page, newest first, each user once, and only their own', async () => {
    const [host, other] = [await context.person(), await context.person()];
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.unshift((await context.person({ inviterId: host.userId })).userId);
    await context.person({ inviterId: other.userId });
    const inviteIds: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listInvitees>> = await listInvitees(
        context.deps,
        host.userId,
        parsePage({ size: 3, ...(cursor && { cursor }) }),
      );
      expect(page.content.length).toBeLessThanOrEqual(3);
      inviteIds.push(...page.content.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(inviteIds).toEqual(ids);
  });
});

describe('no referral share is paid', () => {
  it('for a trade between inviter and invited user, whichever order came first', async () => {
    const host = await rich();
    const ann = await rich({ inviterId: host.userId });
    await meet(host, ann);
    await meet(ann, host);
    // The remainder is the fees of both trades.
    expect(await earned(host)).toBe((1_000_000_000n - 2n * 400_000n) * TOMAN);
  });

  it('for a trade between two users of one inviter, but for other fills of the same order', async () => {
    const [host, guide] = [await context.person(), await context.person()];
    const [ann, ben, cid] = [
      await rich({ inviterId: host.userId }),
      await rich({ inviterId: host.userId }),
      await rich({ inviterId: guide.userId }),
    ];
    await meet(ann, ben);
    expect(await earned(host)).toBe(0n);
    await context.orders.limit(ann, 'sell', '0.01', PRICE);
    await context.orders.limit(cid, 'sell', '0.01', PRICE);
    await context.orders.limit(ben, 'buy', '0.02', PRICE);
    expect(await earned(host)).toBe(BigInt(SHARE) * TOMAN);
    expect(await earned(guide)).toBe(BigInt(SHARE) * TOMAN);
  });

  it('to the inviter’s inviter; but to each side’s inviter if they are unrelated', async () => {
    const host = await rich();
    const ann = await rich({ inviterId: host.userId });
    const ben = await rich({ inviterId: ann.userId });
    await meet(host, ben);
    // Ben's fee is shared with Ann, Ann's inviter gets nothing of it.
    expect(await earned(ann)).toBe((1_000_000_000n + BigInt(SHARE)) * TOMAN);
    expect(await earned(host)).toBe((1_100_000_000n - 400_000n) * TOMAN);
  });

  it('to a user who invited themselves: verified data of the invited user equals claimed data of the inviter', async () => {
    const [host, other] = [await context.person(), await context.person()];
    const people = await Promise.all([1, 2, 3, 4].map(() => context.person({ inviterId: host.userId })));
    const [ann, ben, cid, dan] = people as [Caller, Caller, Caller, Caller];
    const code = (n: number) => Buffer.alloc(32, n);
    const profile = ({ userId }: Caller, n: number, held: boolean) =>
      sql`insert into profiles (user_id, data_encrypted, national_code_index, held, saved_at)
        values (${userId}, ${code(0)}, ${code(n)}, ${held}, now())`.execute(context.db);
    const card = ({ userId }: Caller, n: number, held: boolean) =>
      sql`insert into bank_accounts (id, user_id, card_encrypted, card_index, card_masked, sheba_encrypted, sheba_index, sheba_masked,
          bank_name, held, created_at)
        values (gen_random_uuid(), ${userId}, ${code(0)}, ${code(n)}, '', ${code(0)}, ${randomBytes(32)}, '', '', ${held}, now())`.execute(
        context.db,
      );
    await profile(host, 1, false);
    await card(host, 2, false);
    await sql`update users set mobile = '+989121111111' where id = ${host.userId}`.execute(context.db);
    await profile(ann, 1, true);
    await card(ben, 2, true);
    await sql`update users set mobile = '+989121111111', mobile_verified_at = now() where id = ${cid.userId}`.execute(
      context.db,
    );
    // Claimed only by the invited user: anyone can claim the inviter's data.
    await card(dan, 2, false);
    await profile(dan, 1, false);
    expect(await markSelfInvited(context.db, other.userId)).toEqual([]);
    expect(await markSelfInvited(context.db, ann.userId)).toEqual([ann.userId]);
    expect((await markSelfInvited(context.db, host.userId)).sort()).toEqual([ben.userId, cid.userId].sort());
    await context.job('compare-inviters');
    const traders = await context.identity.findTraders(people.map(({ userId }) => userId));
    expect(people.map(({ userId }) => traders.get(userId)?.inviterId)).toEqual([
      null,
      null,
      null,
      host.userId,
    ]);
    // A self-inviter keeps the link: their trades with their own other account earn nothing.
    expect(people.map(({ userId }) => traders.get(userId)?.invitedBy)).toEqual(people.map(() => host.userId));
    const marked: Caller = { ...ann, inviterId: null };
    for (const one of [ann, dan]) {
      await context.orders.give(one, 'TOMAN', '1000000000');
      await context.orders.give(one, 'BITCOIN', '1');
    }
    const before = await earned(host);
    await meet(marked, dan);
    await meet(dan, marked);
    expect(await earned(host)).toBe(before);
  });
});

it('masks an e-mail so that a friend is recognized and others are not', () => {
  expect(['a@gmail.com', 'zahra.m@mail.example.co', 'x@localhost.ir'].map(hideEmail)).toEqual([
    'a***@g***.com',
    'z***@m***.co',
    'x***@l***.ir',
  ]);
});
