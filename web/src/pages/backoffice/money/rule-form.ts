import { parseDecimal, toLatinDigits } from '@sarraf/domain';
import type { BodyOf, RuleSet, saveRules } from '@sarraf/domain/contracts';
import { parseTehranTime } from './statement.ts';

/** State of the form; '' for a cap or an hour: no limit. */
export interface RuleForm {
  validFrom: string;
  tomanDepositPerDay: string;
  identifiedDepositPerDay: string;
  depositHoldHours: string;
  stablecoinPerYear: string;
  stablecoinHolding: string;
  hoursFrom: string;
  hoursTo: string;
}
export type RuleFormError = 'WHEN' | 'PAST' | 'AMOUNT' | 'HOURS';

export const toRuleForm = (rules: RuleSet): RuleForm => ({
  validFrom: '',
  tomanDepositPerDay: rules.tomanDepositPerDay,
  identifiedDepositPerDay: rules.identifiedDepositPerDay,
  depositHoldHours: String(rules.depositHoldHours),
  stablecoinPerYear: rules.stablecoinPerYear ?? '',
  stablecoinHolding: rules.stablecoinHolding ?? '',
  hoursFrom: rules.tradingHours?.from ?? '',
  hoursTo: rules.tradingHours?.to ?? '',
});

const MAX_HOURS = 168;
/** The current time is typed as a past minute: the server accepts times of some minutes ago. */
const MAX_PAST_MS = 4 * 60_000;
const isAmount = (text: string): boolean => parseDecimal(text, 6) !== null;
const isHour = (text: string): boolean => /^([01]\d|2[0-4]):[0-5]\d$/.test(text);

export function validateRuleForm(form: RuleForm, now: number): RuleFormError | null {
  const time = parseTehranTime(form.validFrom);
  if (time === null) return 'WHEN';
  if (Date.parse(time) < now - MAX_PAST_MS) return 'PAST';
  const hours = Number.parseInt(form.depositHoldHours, 10);
  const caps = [form.stablecoinPerYear, form.stablecoinHolding].filter((cap) => cap !== '');
  const amounts = [form.tomanDepositPerDay, form.identifiedDepositPerDay, ...caps];
  if (!amounts.every(isAmount) || !(hours >= 0 && hours <= MAX_HOURS)) return 'AMOUNT';
  const hoursFrom = toLatinDigits(form.hoursFrom);
  const hoursTo = toLatinDigits(form.hoursTo);
  if (hoursFrom === '' && hoursTo === '') return null;
  return isHour(hoursFrom) && isHour(hoursTo) && hoursFrom < hoursTo ? null : 'HOURS';
}

/** Only for a valid form. */
export function toRuleBody(form: RuleForm, reason: string): BodyOf<typeof saveRules> {
  const parseCap = (text: string) => (text === '' ? null : text);
  return {
    validFrom: parseTehranTime(form.validFrom) ?? '',
    reason,
    rules: {
      tomanDepositPerDay: form.tomanDepositPerDay,
      identifiedDepositPerDay: form.identifiedDepositPerDay,
      depositHoldHours: Number.parseInt(form.depositHoldHours, 10),
      stablecoinPerYear: parseCap(form.stablecoinPerYear),
      stablecoinHolding: parseCap(form.stablecoinHolding),
      tradingHours:
        form.hoursFrom === ''
          ? null
          : { from: toLatinDigits(form.hoursFrom), to: toLatinDigits(form.hoursTo) },
    },
  };
}
