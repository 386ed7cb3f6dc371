import type { DepositRow } from '@sarraf/domain/contracts';
import { expect, it } from 'vitest';
import { filterIncoming, toDepositSearchResult } from './incoming.ts';

const row = (id: string, state: DepositRow['state']) => ({ id, state }) as DepositRow;

it('incoming returns pending deposits and those watched until a moment ago', () => {
  const rows = [row('new', 'PENDING'), row('just', 'PAID'), row('old', 'PAID')];
  expect(filterIncoming(rows, new Set(['just'])).map(({ id }) => id)).toEqual(['new', 'just']);
});

it('toDepositSearchResult returns the result of the search for a missed deposit as specified', () => {
  const counts = { confirmations: 2, neededConfirmations: 6 };
  expect(toDepositSearchResult({ amount: null, transactionIsDone: false, ...counts })).toEqual({
    kind: 'notRecognised',
  });
  expect(toDepositSearchResult({ amount: '0.5', transactionIsDone: true, ...counts })).toEqual({
    kind: 'confirmed',
    amount: '0.5',
  });
  expect(toDepositSearchResult({ amount: '0.5', transactionIsDone: false, ...counts })).toEqual({
    kind: 'unconfirmed',
    amount: '0.5',
    done: 2,
    needed: 6,
  });
});
