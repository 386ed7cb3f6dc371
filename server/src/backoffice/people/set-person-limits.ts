import { AppError, DAY_MS, formatAmount, OWN_LIMIT_DAYS, parseDecimal, scaleOf } from '@sarraf/domain';
import type { BodyOf, setPersonLimits as endpoint } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import { type LevelLimits, type PersonLimit, selectEffectiveLimits } from '../../withdrawal/index.ts';
import type { BackofficeContext } from '../deps.ts';
import { requireActionAllowed, requirePerson } from '../staff.ts';

type Body = BodyOf<typeof endpoint>;
type RequestedLimits = Pick<PersonLimit, 'perDay' | 'perMonth' | 'until'>;
type OwnLimits = RequestedLimits & Pick<PersonLimit, 'raised'>;

/**
 * Sets withdrawal limits of one user until a time, or (null) restores those of their level. The treasury may lower
 * them; raising them, now or later, takes an admin.
 *
 * NOT_FOUND: no user with this id; CONFLICT: the limits have changed since they were shown, or there are none to
 * remove; UNACCEPTABLE_AMOUNT; BAD_REQUEST (perMonth, until): less than for a day, not within the next year;
 * SECOND_PERSON_NEEDED: it is the caller; FORBIDDEN: it is a staff member, and the caller is no admin;
 * ADMIN_NEEDED: the limits are raised, and the caller is no admin.
 */
export async function setPersonLimits(
  context: BackofficeContext,
  caller: Caller,
  id: string,
  { limits, shownSetAt, reason }: Body,
): Promise<void> {
  const now = context.now();
  const requestedLimits = limits && parseOwnLimits(limits, now);
  const displayedSetAt = shownSetAt === null ? null : Date.parse(shownSetAt);
  const { id: userId } = await requirePerson(context, id);
  await requireActionAllowed(context, caller, userId);
  await context.db.transaction().execute(async (tx) => {
    // Withdrawals lock the user too: each is checked against either the old or the new limits.
    const lockedUser = await context.people.lock(tx, userId);
    if (lockedUser === null) throw new AppError('NOT_FOUND');
    const before = await context.limits.of(userId, lockedUser.level, tx);
    if ((before.own?.setAt.getTime() ?? null) !== displayedSetAt) throw new AppError('CONFLICT');
    const currentOwn = before.own !== null && now < before.own.until ? before.own : null;
    if (requestedLimits === null && currentOwn === null) throw new AppError('CONFLICT');
    const { perDay, perMonth } = before.level;
    const newOwn = requestedLimits && {
      ...requestedLimits,
      raised: requestedLimits.perDay > perDay || requestedLimits.perMonth > perMonth,
    };
    const isRaise = isRaisingLimits(currentOwn, newOwn, before.level, now);
    if (isRaise && !caller.staffRoles.includes('admin')) throw new AppError('ADMIN_NEEDED');
    await context.limits.set(tx, userId, newOwn && { ...newOwn, reason, setBy: caller.userId, setAt: now });
    const action = newOwn === null ? 'own limits lifted' : 'own limits set';
    const detail = {
      before: formatOwnLimits(currentOwn),
      after: formatOwnLimits(newOwn),
      ...(isRaise && { raised: isRaise }),
      reason,
    };
    await appendAudit(tx, { actorId: caller.userId, action, subjectId: userId, detail }, now);
  });
}

function parseOwnLimits(
  { perDay, perMonth, until }: NonNullable<Body['limits']>,
  now: Date,
): RequestedLimits {
  const [day, month] = [perDay, perMonth].map((text) => parseDecimal(text, scaleOf('TOMAN')));
  if (day === null || day === undefined || month === null || month === undefined)
    throw new AppError('UNACCEPTABLE_AMOUNT');
  if (month < day) throw new AppError('BAD_REQUEST', { errors: ['perMonth'] });
  const endsAt = new Date(until);
  const remainingMs = endsAt.getTime() - now.getTime();
  if (!(remainingMs > 0 && remainingMs <= OWN_LIMIT_DAYS * DAY_MS))
    throw new AppError('BAD_REQUEST', { errors: ['until'] });
  return { perDay: day, perMonth: month, until: endsAt };
}

/**
 * Returns whether the new limits allow more than the old ones at any time from now on. That can only change where
 * one of the two ends.
 */
export function isRaisingLimits(
  before: OwnLimits | null,
  after: OwnLimits | null,
  level: LevelLimits,
  now: Date,
): boolean {
  const checkedTimes = [now, ...(before ? [before.until] : []), ...(after ? [after.until] : [])];
  return checkedTimes.some((time) => {
    const [limitsBefore, limitsAfter] = [
      selectEffectiveLimits(before, level, time),
      selectEffectiveLimits(after, level, time),
    ];
    return limitsAfter.perDay > limitsBefore.perDay || limitsAfter.perMonth > limitsBefore.perMonth;
  });
}

/** The log's details are flat: Toman per day and per month, and the expiry. */
function formatOwnLimits(ownLimits: RequestedLimits | null): string {
  if (ownLimits === null) return 'level';
  const [day, month] = [ownLimits.perDay, ownLimits.perMonth].map((amount) => formatAmount(amount, 'TOMAN'));
  return `${day} / ${month} · ${ownLimits.until.toISOString()}`;
}
