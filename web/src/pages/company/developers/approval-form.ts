import { parseDecimal } from '@sarraf/domain';

/** Which instructions of programs need the owner's approval, as the form has it. */
export const APPROVAL_RULES = ['NEVER', 'ABOVE', 'ALWAYS'] as const;
export type InstructionApprovalRule = (typeof APPROVAL_RULES)[number];

export const getApprovalRule = (above: string | null): InstructionApprovalRule =>
  above === null ? 'NEVER' : isZeroToman(above) ? 'ALWAYS' : 'ABOVE';

export const toApprovalLimit = (rule: InstructionApprovalRule, amount: string): string | null =>
  rule === 'NEVER' ? null : rule === 'ALWAYS' ? '0' : amount;

/** Toman are whole. */
const parseToman = (text: string): bigint | null => parseDecimal(text, 0);
export const isZeroToman = (text: string): boolean => (parseToman(text) ?? 0n) === 0n;

/**
 * Whether at least as many instructions need approval as before: then no step-up is needed. The server has the same
 * rule.
 */
export function isTighter(next: string | null, previous: string | null): boolean {
  if (next === null) return previous === null;
  const limit = parseToman(next);
  return limit !== null && (previous === null || limit <= (parseToman(previous) ?? -1n));
}
