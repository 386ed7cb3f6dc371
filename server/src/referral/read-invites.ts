import { AppError, type Asset, formatAmount } from '@sarraf/domain';
import type { Invitee, InviteStats } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { toBuffer } from 'qrcode';
import type { Queryable } from '../platform/database/database.ts';
import { type Page, toPage } from '../platform/database/rows.ts';
import type { ReferralDeps } from './deps.ts';
import { hideEmail } from './hidden-email.ts';

const QR = { type: 'png', margin: 2, scale: 6, errorCorrectionLevel: 'M' } as const;

/** QR codes by link; rendering one takes longer than everything else of the page. */
const qrCodeCache = new LRUCache<string, string>({ max: 2_000 });

async function renderQrCode(link: string): Promise<string> {
  const cachedCode = qrCodeCache.get(link);
  if (cachedCode !== undefined) return cachedCode;
  const code = (await toBuffer(link, QR)).toString('base64');
  qrCodeCache.set(link, code);
  return code;
}

/**
 * Returns an inviter's data and earnings, from sums that are updated as fees are paid. Invalid Token: no user with
 * this id.
 */
export async function readInvites(
  { db, people, config }: Pick<ReferralDeps, 'db' | 'people' | 'config'>,
  userId: string,
): Promise<InviteStats> {
  const [person, { countInvitees, profit, credits }] = await Promise.all([
    people.find(userId),
    readShares(db, userId),
  ]);
  if (person === null) throw new AppError('Invalid Token');
  const referralLink = `${config.PUBLIC_URL}/sign-up?ref=${person.referralCode}`;
  return {
    referralCode: person.referralCode,
    referralLink,
    qrCode: await renderQrCode(referralLink),
    countInvitees,
    profit,
    credits,
  };
}

export type InviteShares = Pick<InviteStats, 'countInvitees' | 'profit' | 'credits'>;

export async function readShares(db: Queryable, userId: string): Promise<InviteShares> {
  const [invited, totals] = await Promise.all([
    sql<{ invited: number }>`select invited from invited_counts where inviter_id = ${userId}`.execute(db),
    sql<{ asset: Asset; amount: bigint; tomanValue: bigint }>`
      select asset, amount, toman_value as "tomanValue" from referral_totals
      where inviter_id = ${userId} order by asset = 'TOMAN' desc, toman_value desc`.execute(db),
  ]);
  return {
    countInvitees: invited.rows[0]?.invited ?? 0,
    profit: formatAmount(
      totals.rows.reduce((sum, { tomanValue }) => sum + tomanValue, 0n),
      'TOMAN',
    ),
    credits: totals.rows.map(({ asset, amount }) => [asset, { credit: formatAmount(amount, asset) }]),
  };
}

/** Newest first; ids are in order of time. */
export async function listInvitees(
  { db }: Pick<ReferralDeps, 'db'>,
  userId: string,
  page: Page,
): Promise<{ content: Invitee[]; nextCursor: string | null }> {
  const { rows } = await sql<{
    id: string;
    email: string;
    joinedAt: Date;
    active: boolean;
    tomanValue: bigint | null;
  }>`
    select u.id, u.email, u.created_at as "joinedAt", s.toman_value as "tomanValue",
      exists (select from user_volumes v where v.user_id = u.id
        and v.day > (now() at time zone 'Asia/Tehran')::date - interval '3 months') as active
    from users u left join referral_sums s on s.inviter_id = ${userId} and s.invitee_id = u.id
    where u.inviter_id = ${userId} and (${page.before}::uuid is null or u.id < ${page.before}::uuid)
    order by u.id desc limit ${page.limit}`.execute(db);
  const { rows: pageRows, nextCursor } = toPage(rows, page);
  const content = pageRows.map(({ id, email, joinedAt, active, tomanValue }) => ({
    id,
    email: hideEmail(email),
    joinedAtDateTime: joinedAt.toISOString(),
    active,
    profit: formatAmount(tomanValue ?? 0n, 'TOMAN'),
  }));
  return { content, nextCursor };
}
