import type { TimelineEntry } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { foldAccesses } from './story.ts';

const act = (action: string, actor = 'kyc@sarraf.test'): TimelineEntry => ({
  ...{
    id: action + actor,
    at: '2026-11-26T08:00:00Z',
    kind: 'ACT',
    state: null,
    detail: '',
    amount: null,
    browser: '',
    osType: '',
  },
  ...{ relatedCoin: null, orderType: null, quote: null, topic: null, number: null },
  action,
  actor,
});

test('foldAccesses combines only consecutive accesses of the same staff member into one line', () => {
  const foldedEntries = foldAccesses([
    act('document read'),
    act('person story read'),
    act('person read'),
    act('person read', 'support@sarraf.test'),
    act('person blocked'),
    act('person blocked'),
  ]);
  expect(foldedEntries.map(({ entry, looks }) => [entry.action, entry.actor.split('@')[0], looks])).toEqual([
    ['person read', 'kyc', 3],
    ['person read', 'support', 1],
    ['person blocked', 'kyc', 1],
    ['person blocked', 'kyc', 1],
  ]);
});
