import { AppError, DAY_MS, formatAmount, OWN_LIMIT_DAYS, parseDecimal, scaleOf } from '@sarraf/domain';
import type { BodyOf, setOwnLimits as endpoint } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import { effectiveLimits, type LevelLimits, type PersonLimit } from '../../withdrawal/index.ts';
import type { BackofficeContext } from '../deps.ts';
import { requireActionAllowed, requirePerson } from '../staff.ts';

type Body = BodyOf<typeof endpoint>;
type Asked = Pick<PersonLimit, 'perDay' | 'perMonth' | 'until'>;
type Own = Asked & Pick<PersonLimit, 'raised'>;

/**
 * Sets withdrawal limits of one user until a time, or (null) restores those of their level. The treasury may lower
 * them; raising them, now or later, takes an admin.
 *
 * NOT_FOUND: no user with this id; CONFLICT: the limits have changed since they were shown, or there are none to
 * remove; UNACCEPTABLE_AMOUNT; BAD_REQUEST (perMonth, until): less than for a day, not within the next year;
 * SECOND_PERSON_NEEDED: it is the caller; FORBIDDEN: it is a staff member, and the caller is no admin;
 * ADMIN_NEEDED: the limits are raised, and the caller is no admin.
 */
export async function setOwnLimits(
  context: BackofficeContext,
  caller: Caller,
  id: string,
  { limits, shownSetAt, reason }: Body,
): Promise<void> {
  const now = context.now();
  const asked = limits && readOwn(limits, now);
  const shown = shownSetAt === null ? null : Date.parse(shownSetAt);
  const { id: userId } = await requirePerson(context, id);
  await requireActionAllowed(context, caller, userId);
  await context.db.transaction().execute(async (tx) => {
    // Withdrawals lock the user too: each is checked against either the old or the new limits.
    const person = await context.people.lock(tx, userId);
    if (person === null) throw new AppError('NOT_FOUND');
    const before = await context.limits.of(userId, person.level, tx);
    if ((before.own?.setAt.getTime() ?? null) !== shown) throw new AppError('CONFLICT');
    const held = before.own !== null && now < before.own.until ? before.own : null;
    if (asked === null && held === null) throw new AppError('CONFLICT');
    const { perDay, perMonth } = before.level;
    const own = asked && { ...asked, raised: asked.perDay > perDay || asked.perMonth > perMonth };
    const raised = raisesLimits(held, own, before.level, now);
    if (raised && !caller.staffRoles.includes('admin')) throw new AppError('ADMIN_NEEDED');
    await context.limits.set(tx, userId, own && { ...own, reason, setBy: caller.userId, setAt: now });
    const action = own === null ? 'own limits lifted' : 'own limits set';
    const detail = { before: asText(held), after: asText(own), ...(raised && { raised }), reason };
    await appendAudit(tx, { actorId: caller.userId, action, subjectId: userId, detail }, now);
  });
}

function readOwn({ perDay, perMonth, until }: NonNullable<Body['limits']>, now: Date): Asked {
  const [day, month] = [perDay, perMonth].map((text) => parseDecimal(text, scaleOf('TOMAN')));
  if (day === null || day === undefined || month === null || month === undefined)
    throw new AppError('UNACCEPTABLE_AMOUNT');
  if (month < day) throw new AppError('BAD_REQUEST', { errors: ['perMonth'] });
  const end = new Date(until);
  const left = end.getTime() - now.getTime();
  if (!(left > 0 && left <= OWN_LIMIT_DAYS * DAY_MS))
    throw new AppError('BAD_REQUEST', { errors: ['until'] });
  return { perDay: day, perMonth: month, until: end };
}

/**
 * Returns whether the new limits allow more than the old ones at any time from now on. That can only change where
 * one of the two ends.
 */
export function raisesLimits(before: Own | null, after: Own | null, level: LevelLimits, now: Date): boolean {
  const times = [now, ...(before ? [before.until] : []), ...(after ? [after.until] : [])];
  return times.some((time) => {
    const [was, is] = [effectiveLimits(before, level, time), effectiveLimits(after, level, time)];
    return is.perDay > was.perDay || is.perMonth > was.perMonth;
  });
}

/** The log's details are flat: Toman per day and per month, and the expiry. */
function asText(own: Asked | null): string {
  if (own === null) return 'level';
  const [day, month] = [own.perDay, own.perMonth].map((amount) => formatAmount(amount, 'TOMAN'));
  return `${day} / ${month} · ${own.until.toISOString()}`;
}
