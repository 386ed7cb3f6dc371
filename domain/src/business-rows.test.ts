import { describe, expect, it } from 'vitest';
import {
  BUSINESS_ROW_KINDS,
  type BusinessRowKind,
  type FieldText,
  fieldsOf,
  formatField,
  isLoosening,
  isSwitchingOffOnly,
  parseField,
  type RowValues,
  validateBusinessRow,
} from './business-rows.ts';

function read(kind: BusinessRowKind, key: string, texts: Record<string, FieldText>): RowValues {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const field = fieldsOf(kind)[name];
      const value = field ? parseField(kind, key, field, text) : null;
      if (value === null) throw new Error(`${kind} ${name} ${text}`);
      return [name, value];
    }),
  );
}

const ROWS = {
  coin: {
    key: 'BITCOIN',
    texts: {
      active: true,
      minExchange: '0.0001',
      maxExchange: '2',
      spread: '0.35',
      maxInventory: '100',
      tomanTick: '1000',
      lot: '0.000001',
    },
  },
  network: {
    key: 'TETHER.TRC20',
    texts: {
      depositEnabled: true,
      withdrawEnabled: true,
      withdrawalFee: '1.5',
      minWithdraw: '5',
      maxWithdraw: '200000',
      confirmations: 19,
      minDeposit: '1',
    },
  },
  bank: {
    key: 'TOMAN',
    texts: {
      minDeposit: '50000',
      maxDepositPerPayment: '25000000',
      maxDepositPerDay: '25000000',
      minWithdraw: '100000',
      maxWithdraw: '500000000',
      withdrawalFee: '4000',
    },
  },
  priceSource: { key: 'BITCOIN.okx', texts: { counts: true, weight: 100 } },
  level: { key: 'GOLD', texts: { tradeAmount: '500', wage: '0.3', wageTether: '0.22' } },
  thresholds: { key: 'ALL', texts: { sms: '50000000', review: '300000000', fourEyes: '1000000000' } },
  statistics: { key: 'ALL', texts: { minUsers: 1_000, minTrades: 10_000 } },
  storeLimits: { key: 'ALL', texts: { minPayment: '10000', shopPerDay: '2000000000', startsPerHour: 60 } },
} as const satisfies Partial<Record<BusinessRowKind, { key: string; texts: Record<string, FieldText> }>>;
type TestedKind = keyof typeof ROWS;

const LEVELS: Record<string, RowValues> = {
  BRONZE: read('level', 'BRONZE', { tradeAmount: '0', wage: '0.4', wageTether: '0.3' }),
  SILVER: read('level', 'SILVER', { tradeAmount: '100', wage: '0.35', wageTether: '0.26' }),
  GOLD: read('level', 'GOLD', { tradeAmount: '500', wage: '0.3', wageTether: '0.22' }),
  PLATINUM: read('level', 'PLATINUM', { tradeAmount: '2000', wage: '0.25', wageTether: '0.18' }),
  SUPERVISOR: read('level', 'SUPERVISOR', { tradeAmount: '0', wage: '0.1', wageTether: '0.08' }),
};

function change(kind: TestedKind, more: Record<string, FieldText>) {
  const { key, texts } = ROWS[kind];
  const before = read(kind, key, texts);
  return { key, before, after: { ...before, ...read(kind, key, more) } };
}
const findErrors = (kind: TestedKind, more: Record<string, FieldText>) => {
  const { key, before, after } = change(kind, more);
  return validateBusinessRow(kind, key, after, { before });
};

describe('a field of a business row', () => {
  it('is parsed exactly as written', () => {
    for (const [kind, { key, texts }] of Object.entries(ROWS) as [TestedKind, (typeof ROWS)[TestedKind]][]) {
      const values = read(kind, key, texts);
      for (const [name, field] of Object.entries(fieldsOf(kind))) {
        const text = formatField(kind, key, field, values[name] as bigint);
        expect(parseField(kind, key, field, text)).toBe(values[name]);
      }
    }
    expect(read('coin', 'BITCOIN', { minExchange: '۰٫۰۰۰۱'.replace('٫', '.') })).toEqual({
      minExchange: 10_000n,
    });
    expect(read('level', 'GOLD', { wage: '0.3' })).toEqual({ wage: 3_000n });
  });

  it.each([
    ['network', 'TETHER.TRC20', 'withdrawalFee', '-1'],
    ['network', 'TETHER.TRC20', 'withdrawalFee', '0.0000001'],
    ['network', 'TETHER.TRC20', 'withdrawalFee', ''],
    ['network', 'TETHER.TRC20', 'withdrawalFee', true],
    ['network', 'TETHER.TRC20', 'depositEnabled', '1'],
    ['network', 'TETHER.TRC20', 'confirmations', '1.5'],
    ['network', 'TETHER.TRC20', 'confirmations', 1e9],
    ['coin', 'BITCOIN', 'spread', '0.35001'],
    ['thresholds', 'ALL', 'sms', '1e30'],
    ['withdrawalLevel', 'GOLD', 'perDay', `${'9'.repeat(18)}.${'9'.repeat(19)}`],
  ] as const)('is refused: %s %s %s %s', (kind, key, name, text) => {
    expect(parseField(kind, key, fieldsOf(kind)[name] as never, text)).toBeNull();
  });

  it('exists for each table of the back office', () => {
    for (const kind of BUSINESS_ROW_KINDS) expect(Object.keys(fieldsOf(kind)).length).toBeGreaterThan(0);
  });
});

describe('a business row', () => {
  it('is valid with its initial values', () => {
    for (const kind of Object.keys(ROWS) as TestedKind[]) expect(findErrors(kind, {})).toEqual({});
    for (const [key, values] of Object.entries(LEVELS))
      expect(validateBusinessRow('level', key, values, { before: values, others: LEVELS })).toEqual({});
  });

  it.each<[TestedKind, Record<string, FieldText>, Record<string, string>]>([
    ['coin', { minExchange: '3' }, { minExchange: 'MIN_ABOVE_MAX', maxExchange: 'MIN_ABOVE_MAX' }],
    ['coin', { minExchange: '0' }, { minExchange: 'TOO_LOW' }],
    ['coin', { minExchange: '0', active: false }, {}],
    ['coin', { spread: '5.0001' }, { spread: 'TOO_HIGH' }],
    ['coin', { spread: '0' }, { spread: 'TOO_LOW' }],
    ['coin', { tomanTick: '0.5' }, { tomanTick: 'FINER' }],
    ['coin', { tomanTick: '2000' }, {}],
    ['coin', { tomanTick: '500' }, {}],
    ['coin', { tomanTick: '1500' }, { tomanTick: 'STEP' }],
    ['coin', { lot: '0' }, { lot: 'TOO_LOW' }],
    ['coin', { lot: '0.0000015' }, { lot: 'STEP' }],
    ['coin', { lot: '0.00000001', maxExchange: '900000' }, { lot: 'TOO_LOW' }],
    ['network', { minWithdraw: '200001' }, { minWithdraw: 'MIN_ABOVE_MAX', maxWithdraw: 'MIN_ABOVE_MAX' }],
    ['network', { withdrawalFee: '5' }, { withdrawalFee: 'FEE' }],
    ['network', { withdrawalFee: '0' }, {}],
    ['network', { confirmations: 0 }, { confirmations: 'TOO_LOW' }],
    ['network', { confirmations: 100_001 }, { confirmations: 'TOO_HIGH' }],
    ['bank', { minDeposit: '0' }, { minDeposit: 'TOO_LOW' }],
    [
      'bank',
      { maxDepositPerPayment: '25000001' },
      { maxDepositPerPayment: 'MIN_ABOVE_MAX', maxDepositPerDay: 'MIN_ABOVE_MAX' },
    ],
    ['thresholds', { review: '1000000001' }, { review: 'MIN_ABOVE_MAX', fourEyes: 'MIN_ABOVE_MAX' }],
    ['priceSource', { weight: 0 }, { weight: 'TOO_LOW' }],
    ['priceSource', { weight: 101 }, { weight: 'TOO_HIGH' }],
    ['storeLimits', { startsPerHour: 0 }, { startsPerHour: 'TOO_LOW' }],
    ['storeLimits', { startsPerHour: 10_001 }, { startsPerHour: 'TOO_HIGH' }],
  ])('validates a %s with %j: errors %j', (kind, more, errors) => {
    expect(findErrors(kind, more)).toEqual(errors);
  });

  it.each<[string, Record<string, FieldText>, Record<string, string>]>([
    ['BRONZE', { tradeAmount: '1' }, { tradeAmount: 'FIXED' }],
    ['SILVER', { tradeAmount: '500' }, { tradeAmount: 'ASCENDING' }],
    ['SILVER', { tradeAmount: '499' }, {}],
    ['PLATINUM', { tradeAmount: '500' }, { tradeAmount: 'ASCENDING' }],
    ['GOLD', { wage: '0.36' }, { wage: 'DESCENDING' }],
    ['GOLD', { wage: '0.35', wageTether: '0.17' }, { wageTether: 'DESCENDING' }],
    ['PLATINUM', { wage: '0' }, { wage: 'TOO_LOW' }],
    ['BRONZE', { wage: '5.1' }, { wage: 'TOO_HIGH' }],
    ['SUPERVISOR', { tradeAmount: '1' }, { tradeAmount: 'FIXED' }],
    ['SUPERVISOR', { wage: '0' }, {}],
  ])('validates the level %s with %j: errors %j', (key, more, errors) => {
    const before = LEVELS[key] as RowValues;
    const after = { ...before, ...read('level', key, more) };
    expect(validateBusinessRow('level', key, after, { before, others: LEVELS })).toEqual(errors);
  });
});

describe('a change of a business row', () => {
  it.each<[TestedKind, Record<string, FieldText>, boolean]>([
    ['thresholds', { review: '300000001' }, true],
    ['thresholds', { review: '299999999' }, false],
    ['network', { confirmations: 18 }, true],
    ['network', { confirmations: 20 }, false],
    ['network', { maxWithdraw: '200001' }, true],
    ['network', { withdrawEnabled: false }, false],
    ['statistics', { minUsers: 0, minTrades: 0 }, false],
    ['priceSource', { counts: false, weight: 1 }, false],
    ['storeLimits', { minPayment: '1', startsPerHour: 61 }, true],
    ['level', { tradeAmount: '499' }, true],
    ['level', { tradeAmount: '501', wage: '0.1' }, false],
    ['coin', { maxExchange: '100', spread: '0.1' }, false],
  ])('%s to %j weakens a protection: %s', (kind, more, loose) => {
    const { before, after } = change(kind, more);
    expect(isLoosening(kind, before, after)).toBe(loose);
  });

  it.each<[TestedKind, Record<string, FieldText>, boolean]>([
    ['network', { depositEnabled: false }, true],
    ['network', { depositEnabled: false, withdrawalFee: '2' }, false],
    ['network', { withdrawalFee: '2' }, false],
    ['coin', { active: false }, true],
  ])('%s to %j only switches off: %s', (kind, more, off) => {
    const { before, after } = change(kind, more);
    expect(isSwitchingOffOnly(kind, before, after)).toBe(off);
    if (off) expect(isSwitchingOffOnly(kind, after, before)).toBe(false);
  });
});
