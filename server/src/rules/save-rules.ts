import { AppError, MINUTE_MS } from '@sarraf/domain';
import type { BodyOf, saveRules as endpoint } from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/database/audit-log.ts';
import { newId } from '../platform/ids.ts';
import type { RulesDeps } from './deps.ts';
import { parseRuleSet } from './read-rule-set.ts';
import { countUpcomingRules, insertRules } from './store.ts';

/** Tolerance for "now": a form filled in a minute ago means the present. */
const TOLERANCE_MS = 5 * MINUTE_MS;
/** Maximum number of future rules, which are all kept in memory. */
export const MAX_UPCOMING = 50;

/** Saves rules. BAD_REQUEST: the time is past, a value is invalid, or there are too many future rules. */
export async function saveRules(
  { db, clock }: RulesDeps,
  staffId: string,
  { validFrom, reason, rules }: BodyOf<typeof endpoint>,
): Promise<void> {
  const now = clock.now();
  const from = Date.parse(validFrom);
  if (Number.isNaN(from) || from < now - TOLERANCE_MS)
    throw new AppError('BAD_REQUEST', { errors: ['validFrom'] });
  parseRuleSet(rules);
  await db.transaction().execute(async (tx) => {
    if ((await countUpcomingRules(tx, new Date(now))) >= MAX_UPCOMING)
      throw new AppError('BAD_REQUEST', { errors: ['validFrom'] });
    // What was validated by the old rules is not validated again.
    const valid = new Date(Math.max(from, now));
    const id = newId();
    await insertRules(tx, { id, validFrom: valid, body: rules, reason, setBy: staffId });
    const detail = { reason, validFrom: valid.toISOString(), rules: JSON.stringify(rules) };
    await appendAudit(tx, { actorId: staffId, action: 'rules set', subjectId: null, detail }, new Date(now));
  });
}
