import { expect, test } from 'vitest';
import type { AccountDraft } from './form.ts';
import { parseStoredDraft, STORED_FIELDS, serializeDraft } from './stored-draft.ts';

const DRAFT: AccountDraft = {
  customerKind: 'COMPANY',
  firstName: 'سارا',
  lastName: 'احمدی',
  nationalCode: '0010350829',
  birthDay: '1991-03-21',
  mobileNumber: '9121234567',
  state: 'تهران',
  city: 'ری',
  address: 'خیابان آزادی',
  postalCode: '1234567890',
  telephone: '02188776655',
  idFormatType: 'PASSPORT',
  companyName: 'نمونه',
  companyNationalId: '14005893875',
  companyPhone: '02188776655',
  companyAddress: 'تهران',
  keptAccountIds: ['k'],
  added: [{ key: 'a', cardNumber: '6037701689095443', shebaCode: '550570022080013447370101' }],
  files: { image: new File(['picture'], 'x.png') },
};

test('a draft is restored after a reload', () => {
  const restoredDraft = parseStoredDraft(serializeDraft('u', DRAFT), 'u');
  expect(restoredDraft).toEqual(Object.fromEntries(STORED_FIELDS.map((name) => [name, DRAFT[name]])));
});

test('a draft never contains the national code, cards or pictures', () => {
  const text = serializeDraft('u', DRAFT);
  for (const secret of ['0010350829', '6037701689095443', '550570022080013447370101', 'x.png'])
    expect(text).not.toContain(secret);
});

test('parseStoredDraft ignores another person’s draft and invalid ones', () => {
  expect(parseStoredDraft(serializeDraft('u', DRAFT), 'v')).toEqual({});
  for (const text of [null, '', 'nonsense', '[]', '{"accountId":"u"}', '{"accountId":"u","fields":7}'])
    expect(parseStoredDraft(text, 'u')).toEqual({});
});

test('parseStoredDraft restores only texts and known choices', () => {
  const fields = { firstName: 7, customerKind: 'KING', idFormatType: 'PASSPORT', nationalCode: '0010350829' };
  expect(parseStoredDraft(JSON.stringify({ accountId: 'u', fields }), 'u')).toEqual({
    idFormatType: 'PASSPORT',
  });
});
