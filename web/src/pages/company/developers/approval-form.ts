import { parseDecimal } from '@sarraf/domain';

/** Which instructions of programs need the owner's approval, as the form has it. */
export const RULES = ['NEVER', 'ABOVE', 'ALWAYS'] as const;
export type Rule = (typeof RULES)[number];

export const ruleOf = (above: string | null): Rule =>
  above === null ? 'NEVER' : isNothing(above) ? 'ALWAYS' : 'ABOVE';

export const aboveOf = (rule: Rule, amount: string): string | null =>
  rule === 'NEVER' ? null : rule === 'ALWAYS' ? '0' : amount;

/** Toman are whole. */
const tomanOf = (text: string): bigint | null => parseDecimal(text, 0);
export const isNothing = (text: string): boolean => (tomanOf(text) ?? 0n) === 0n;

/**
 * Whether at least as many instructions need approval as before: then no step-up is needed. The server has the same
 * rule.
 */
export function isTighter(next: string | null, before: string | null): boolean {
  if (next === null) return before === null;
  const limit = tomanOf(next);
  return limit !== null && (before === null || limit <= (tomanOf(before) ?? -1n));
}
