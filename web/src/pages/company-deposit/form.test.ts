import type { PublicCompany } from '@sarraf/domain/contracts';
import { expect, it } from 'vitest';
import { buildRetryPath, createPaymentDraft, type PaymentDraft, validatePaymentDraft } from './form.ts';

const company = { minAmount: '10000', maxAmount: '25000000', request: null } as PublicCompany;
const full: PaymentDraft = { amount: '50000', card: '6037701689095443', description: 'x' };

it.each([
  [full, null],
  [{ ...full, amount: '' }, 'AMOUNT'],
  [{ ...full, amount: '9999' }, 'LOW'],
  [{ ...full, amount: '25000001' }, 'HIGH'],
  [{ ...full, card: '603770168909' }, 'CARD'],
  [{ ...full, card: '6037701689095444' }, 'BAD_CARD'],
  [{ ...full, description: ' ' }, 'DESCRIPTION'],
  // Only the first error is returned.
  [{ amount: '', card: '', description: '' }, 'AMOUNT'],
] as [PaymentDraft, string | null][])('validatePaymentDraft: %j → %s', (draft, error) => {
  expect(validatePaymentDraft(draft, company)).toBe(error);
});

it('createPaymentDraft prefills the amount and description of a request', () => {
  const request = { amount: '75000', description: '', orderNumber: 'A-7' } as PublicCompany['request'];
  expect(createPaymentDraft({ ...company, request })).toEqual({
    amount: '75000',
    card: '',
    description: 'A-7',
  });
  expect(createPaymentDraft(company)).toEqual({ amount: '', card: '', description: '' });
});

it('buildRetryPath leads to the same request after a failed payment', () => {
  const company = { id: 'c-1', name: 'x' };
  expect(buildRetryPath({ company, requestId: 'r-2' })).toBe('/company-deposit?id=c-1&request=r-2');
  expect(buildRetryPath({ company, requestId: null })).toBe('/company-deposit?id=c-1');
});
