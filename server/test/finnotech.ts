/**
 * Replies in the format of Finnotech's documents (finnotech.ir/doc): boomrang-get-clientCredential-token,
 * boomrang-refresh-token, oak-ibanInquiry, facility-cardToIban, facility-sms-nidVerification, facility-shahkar; the
 * SMS flow as in mahdi13/pyfinnotech, pyfinnotech/token.py.
 */
export const TRACK_ID = '018f0000-0000-7000-8000-000000000001';

export const failedReply = (message: string, code = 'VALIDATION_ERROR') => ({
  trackId: TRACK_ID,
  responseCode: 'FN-FHKZ-40000000001',
  status: 'FAILED',
  error: { code, message },
});
export const nidReply = (more: object = {}) => ({
  result: {
    nationalCode: '0067408595',
    birthDate: '1365/11/25',
    status: 'DONE',
    fullName: 'سعید غلامی فرد',
    fullNameSimilarity: 100,
    firstNameSimilarity: 100,
    lastNameSimilarity: 100,
    deathStatus: 'زنده',
    description: '',
    ...more,
  },
  status: 'DONE',
  trackId: TRACK_ID,
});
export const ibanReply = (more: object = {}) => ({
  trackId: TRACK_ID,
  result: {
    IBAN: 'IR910800005000115426432001',
    bankName: 'قرض الحسنه رسالت',
    deposit: '10.6423499.1',
    depositDescription: 'حساب فعال است',
    depositComment: 'سپرده حقيقي قرض الحسنه پس انداز حقيقي ريالی شیما کیایی',
    depositOwners: [{ firstName: 'شیما', lastName: 'کیایی  ' }],
    depositStatus: '02',
    errorDescription: 'بدون خطا',
    ...more,
  },
  status: 'DONE',
});
