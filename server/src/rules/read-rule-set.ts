import { AppError, type Asset, parseDecimal, scaleOf } from '@sarraf/domain';
import type { RuleSet } from '@sarraf/domain/contracts';
import { parseTradingHours } from './trading-hours.ts';
import type { Rules } from './types.ts';

const DAY_END = 24 * 60;

/** Parses rules from texts. BAD_REQUEST names the invalid field. */
export function parseRuleSet(set: RuleSet): Rules {
  return {
    tomanDepositPerDay: parseField(set, 'tomanDepositPerDay', 'TOMAN'),
    identifiedDepositPerDay: parseField(set, 'identifiedDepositPerDay', 'TOMAN'),
    depositHoldHours: set.depositHoldHours,
    stablecoinPerYear: set.stablecoinPerYear === null ? null : parseField(set, 'stablecoinPerYear', 'TETHER'),
    stablecoinHolding: set.stablecoinHolding === null ? null : parseField(set, 'stablecoinHolding', 'TETHER'),
    tradingHours: set.tradingHours === null ? null : parseHours(set.tradingHours),
  };
}

function parseField(
  set: RuleSet,
  field: 'tomanDepositPerDay' | 'identifiedDepositPerDay' | 'stablecoinPerYear' | 'stablecoinHolding',
  asset: Asset,
): bigint {
  const value = parseDecimal(set[field] ?? '', scaleOf(asset));
  if (value === null) throw invalidFieldError(field);
  return value;
}

function parseHours(text: NonNullable<RuleSet['tradingHours']>): NonNullable<Rules['tradingHours']> {
  const read = parseTradingHours(text);
  if (read.from === read.to || read.to > DAY_END) throw invalidFieldError('tradingHours');
  return read;
}

const invalidFieldError = (field: string) => new AppError('BAD_REQUEST', { errors: [`rules.${field}`] });
