import { AppError, formatAmount, parseDecimal, pow10, scaleOf } from '@sarraf/domain';
import type { ApprovalRule, BodyOf, saveApprovalRule } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { CompanyContext } from '../deps.ts';
import { getOrCreateOwnCompany } from '../own-company.ts';
import { type CompanyRow, lockCompany, setApprovalAbove } from '../store.ts';

export const approvalRuleDto = ({ approvalAbove }: Pick<CompanyRow, 'approvalAbove'>): ApprovalRule => ({
  above: approvalAbove === null ? null : formatAmount(approvalAbove, 'TOMAN'),
});

/** Returns whether the new threshold lets at least as many instructions wait. */
const isTighter = (newThreshold: bigint | null, currentThreshold: bigint | null): boolean =>
  newThreshold === currentThreshold ||
  (newThreshold !== null && (currentThreshold === null || newThreshold < currentThreshold));

/**
 * Sets which instructions of programs wait for the owner's approval. `freely`: the owner may do so without a
 * confirmed session, so only if the rule gets no looser, which is checked on the locked store row.
 *
 * COMPANY_ONLY; UNACCEPTABLE_AMOUNT; AMOUNT_NOT_ALLOWED: not whole Toman; BAD_REQUEST (above): the rule would get
 * looser.
 */
export async function setApprovalRule(
  context: CompanyContext,
  caller: Caller,
  { above }: BodyOf<typeof saveApprovalRule>,
  { freely }: { freely: boolean },
): Promise<ApprovalRule> {
  const { id } = await getOrCreateOwnCompany(context, caller);
  const newThreshold = above === null ? null : parseThreshold(above);
  await context.db.transaction().execute(async (tx) => {
    const company = await lockCompany(tx, id);
    if (company === null) throw new AppError('Invalid Token');
    if (freely && !isTighter(newThreshold, company.approvalAbove))
      throw new AppError('BAD_REQUEST', { errors: ['above'] });
    await setApprovalAbove(tx, id, newThreshold);
    const { above: currentThreshold } = approvalRuleDto(company);
    const detail = { was: currentThreshold, above: approvalRuleDto({ approvalAbove: newThreshold }).above };
    const entry = { actorId: caller.userId, action: 'approval rule set', subjectId: caller.userId, detail };
    await appendAudit(tx, entry, context.now());
  });
  return approvalRuleDto({ approvalAbove: newThreshold });
}

/** Parses whole Toman, including 0. */
function parseThreshold(text: string | number): bigint {
  const amount = parseDecimal(text, scaleOf('TOMAN'));
  if (amount === null) throw new AppError('UNACCEPTABLE_AMOUNT');
  if (amount % pow10(scaleOf('TOMAN')) !== 0n) throw new AppError('AMOUNT_NOT_ALLOWED');
  return amount;
}
