import type { CompanyApplication } from '@sarraf/domain/contracts';
import { describe, expect, it } from 'vitest';
import {
  type ApplicationDraft,
  getFieldLabelKey,
  toApplicationDraft,
  toApplicationServerErrors,
  toRequestParts,
  validateApplicationDraft,
} from './form.ts';

const file = (name: string) => new File(['x'], name, { type: 'image/png' });
const FILLED: ApplicationDraft = {
  companyName: 'نمونه',
  companyNationalId: '10380284790',
  companyPhone: '02188776655',
  companyAddress: 'تهران',
  files: { warranty: file('a.png'), businessLicense: file('b.png') },
};
const SENT: CompanyApplication = {
  id: 'one',
  version: 3,
  state: 'REFUSED',
  companyName: 'نمونه',
  companyNationalId: '10380284790',
  companyPhone: '02188776655',
  companyAddress: 'تهران',
  warranty: 'w',
  businessLicense: 'b',
  submittedAtDateTime: '2026-11-22T10:00:00Z',
  decidedAtDateTime: '2026-11-22T11:00:00Z',
  reasons: ['COMPANY_DATA_MISMATCH'],
  note: '',
};
const fieldsOf = (draft: ApplicationDraft, submitted: CompanyApplication | null = null, inIran = true) =>
  validateApplicationDraft(draft, submitted, inIran).map(({ field, code }) => `${field} ${code}`);

describe('validateApplicationDraft', () => {
  it('returns errors in the order of the page', () => {
    expect(fieldsOf(toApplicationDraft(null))).toEqual([
      'companyName REQUIRED',
      'companyNationalId REQUIRED',
      'companyPhone REQUIRED',
      'companyAddress REQUIRED',
      'warranty REQUIRED',
      'businessLicense REQUIRED',
    ]);
    expect(fieldsOf(FILLED)).toEqual([]);
  });

  it('returns none for documents sent earlier', () => {
    expect(fieldsOf(toApplicationDraft(SENT), SENT)).toEqual([]);
    expect(fieldsOf(toApplicationDraft(SENT), { ...SENT, warranty: null })).toEqual(['warranty REQUIRED']);
  });

  it('applies the rules of the country', () => {
    expect(fieldsOf({ ...FILLED, companyNationalId: 'HRB-1234' })).toEqual(['companyNationalId INVALID']);
    expect(fieldsOf({ ...FILLED, companyNationalId: 'HRB-1234' }, null, false)).toEqual([]);
    expect(fieldsOf({ ...FILLED, companyNationalId: '' }, null, false)).toEqual([]);
    expect([
      getFieldLabelKey('companyNationalId', true),
      getFieldLabelKey('companyNationalId', false),
    ]).toEqual(['companyNationalId', 'companyRegistration']);
  });
});

it('partsOf contains the version that a change is based on, and none for a new application', () => {
  const { files, ...text } = FILLED;
  expect(toRequestParts(FILLED, null)).toEqual({ fields: text, files });
  expect(toRequestParts(FILLED, SENT).fields).toEqual(text);
  expect(toRequestParts(FILLED, { ...SENT, state: 'PENDING' }).fields).toEqual({ ...text, version: '3' });
});

it('toApplicationServerErrors shows a refusal at the fields that it names', () => {
  const mapErrors = (code: string, ...errors: string[]) => toApplicationServerErrors({ code, errors });
  expect(mapErrors('ACCOUNT_INVALID', 'companyPhone.INVALID', 'warranty.REQUIRED')).toEqual({
    companyPhone: 'INVALID',
    warranty: 'REQUIRED',
  });
  expect(mapErrors('USER_IDENTITY_DATA', 'NATIONAL_CODE_IS_INCORRECT')).toEqual({
    companyNationalId: 'DUPLICATE',
  });
  expect(mapErrors('OFFLINE')).toEqual({});
});
