import { AppError, MINUTE_MS } from '@sarraf/domain';
import type { BodyOf, saveRules as endpoint } from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/database/audit-log.ts';
import { newId } from '../platform/ids.ts';
import type { RulesDeps } from './deps.ts';
import { readRuleSet } from './read-rule-set.ts';
import { countUpcomingRules, insertRules } from './store.ts';

/** "Now" of the person who set it; whoever filled the form a minute ago meant the present. */
const SLACK = 5 * MINUTE_MS;
/** Rules to come are kept in memory whole. */
export const MOST_TO_COME = 50;

/** BAD_REQUEST: the time is past, a figure means nothing, or too many rules are to come. */
export async function saveRules(
  { db, clock }: RulesDeps,
  staffId: string,
  { validFrom, reason, rules }: BodyOf<typeof endpoint>,
): Promise<void> {
  const now = clock.now();
  const from = Date.parse(validFrom);
  if (Number.isNaN(from) || from < now - SLACK) throw new AppError('BAD_REQUEST', { errors: ['validFrom'] });
  readRuleSet(rules);
  await db.transaction().execute(async (tx) => {
    if ((await countUpcomingRules(tx, new Date(now))) >= MOST_TO_COME)
      throw new AppError('BAD_REQUEST', { errors: ['validFrom'] });
    // Nothing that was judged by the old rules is judged anew.
    const valid = new Date(Math.max(from, now));
    const id = newId();
    await insertRules(tx, { id, validFrom: valid, body: rules, reason, setBy: staffId });
    const detail = { reason, validFrom: valid.toISOString(), rules: JSON.stringify(rules) };
    await appendAudit(tx, { actorId: staffId, action: 'rules set', subjectId: null, detail }, new Date(now));
  });
}
