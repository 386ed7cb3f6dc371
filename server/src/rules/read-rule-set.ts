import { AppError, type Asset, parseDecimal, scaleOf } from '@sarraf/domain';
import type { RuleSet } from '@sarraf/domain/contracts';
import { readHours } from './trading-hours.ts';
import type { Rules } from './types.ts';

const DAY_END = 24 * 60;

/** Parses rules from texts. BAD_REQUEST names the invalid field. */
export function readRuleSet(set: RuleSet): Rules {
  return {
    tomanDepositPerDay: amount(set, 'tomanDepositPerDay', 'TOMAN'),
    identifiedDepositPerDay: amount(set, 'identifiedDepositPerDay', 'TOMAN'),
    depositHoldHours: set.depositHoldHours,
    stablecoinPerYear: set.stablecoinPerYear === null ? null : amount(set, 'stablecoinPerYear', 'TETHER'),
    stablecoinHolding: set.stablecoinHolding === null ? null : amount(set, 'stablecoinHolding', 'TETHER'),
    tradingHours: set.tradingHours === null ? null : hours(set.tradingHours),
  };
}

function amount(
  set: RuleSet,
  field: 'tomanDepositPerDay' | 'identifiedDepositPerDay' | 'stablecoinPerYear' | 'stablecoinHolding',
  asset: Asset,
): bigint {
  const value = parseDecimal(set[field] ?? '', scaleOf(asset));
  if (value === null) throw wrong(field);
  return value;
}

function hours(text: NonNullable<RuleSet['tradingHours']>): NonNullable<Rules['tradingHours']> {
  const read = readHours(text);
  if (read.from === read.to || read.to > DAY_END) throw wrong('tradingHours');
  return read;
}

const wrong = (field: string) => new AppError('BAD_REQUEST', { errors: [`rules.${field}`] });
