import { expect, it } from 'vitest';
import { formatAlarm } from './alarm-words.ts';

it('the alarm of a restore drill says how long ago the last one was, or that there was none', () => {
  const line = (figure: number | null, language: 'fa' | 'en') =>
    formatAlarm({ kind: 'DRILL_MISSING', subject: '', figure }, language);
  expect(line(3, 'en')).toBe('The last test restore was 3 days ago');
  expect(line(null, 'en')).toBe('There has been no test restore yet');
  expect(line(3, 'fa')).toBe('از آخرین بازیابی آزمایشی ۳ روز گذشته است');
  expect(line(null, 'fa')).toBe('هنوز هیچ بازیابی آزمایشی انجام نشده است');
});

it.each([
  ['RESERVE_SHORT', 'TETHER TRC20', 'The Tether (TRC20) reserve is below the ledger', /تتر \(TRC20\)/],
  ['PRICE_HALTED', 'BINANCE_COIN_BSC', 'The price of BNB is halted', /بی‌ان‌بی/],
  ['CHAIN_HALTED', 'ETHEREUM', 'Ethereum is halted and needs a decision', /اتریوم/],
  ['SIGNER_LATCHED', 'HOUR', 'The signer has stopped itself (its hourly cap)', /سقف ساعتی/],
  ['DISK_FULL', 'DATA_DIR', 'The disk of DATA DIR is 81% full', /DATA DIR/],
] as const)('%s names its %s without a code', (kind, subject, english, persian) => {
  const alarm = { kind, subject, figure: 81 };
  expect(formatAlarm(alarm, 'en')).toBe(english);
  expect(formatAlarm(alarm, 'fa')).toMatch(persian);
  expect(formatAlarm(alarm, 'fa')).not.toMatch(/TETHER|BINANCE|ETHEREUM|HOUR/);
});
