import { describe, expect, it } from 'vitest';
import { failedReply, ibanReply, nidReply } from '../../test/finnotech.ts';
import {
  formatJalaliDay,
  parseFinnotechReply,
  readIdentity,
  readOwnership,
  readShahkar,
} from './finnotech-replies.ts';

describe('Finnotech replies', () => {
  const parseReply = (status: number, body: object) => parseFinnotechReply(status, JSON.stringify(body));

  it.each([
    [400, failedReply('کد ملی یا تاریخ تولد اشتباه است'), 'NO_RECORD', 'NO_RECORD'],
    [400, failedReply('invalid birthdate'), 'NO_RECORD', 'NO_RECORD'],
    [404, failedReply('رکوردی با این مشخصات یافت نشد'), 'NO_RECORD', 'NO_RECORD'],
    [400, failedReply('کد ملی معتبر نیست'), 'INVALID', 'NATIONAL_CODE_INVALID'],
    [400, failedReply('شماره موبایل نامعتبر است'), 'INVALID', 'MOBILE_INVALID'],
  ])('%i %j', (status, body, outcome, errorCode) => {
    expect(readIdentity(parseReply(status, body))).toMatchObject({ outcome, errorCode });
    expect(readShahkar(parseReply(status, body))).toMatchObject({ outcome, errorCode });
  });

  it('about a deceased person match no one', () => {
    expect(readIdentity(parseReply(200, nidReply({ deathStatus: 'فوت شده' })))).toMatchObject({
      outcome: 'MISMATCH',
    });
    expect(readIdentity(parseReply(200, nidReply({ firstNameSimilarity: 79 })))).toMatchObject({
      outcome: 'MISMATCH',
    });
    expect(readIdentity(parseReply(200, nidReply({ firstNameSimilarity: 80 })))).toMatchObject({
      outcome: 'MATCH',
    });
  });

  it('are parsed without owners, or with a name in one part', () => {
    expect(readOwnership(parseReply(200, ibanReply({ depositOwners: [], IBAN: undefined })))).toEqual({
      found: true,
      owners: [],
      active: true,
      sheba: null,
    });
    const joined = ibanReply({ depositOwners: [{ firstName: 'شیما کیایی', lastName: '' }, null] });
    expect(readOwnership(parseReply(200, joined))).toMatchObject({ owners: ['شیما کیایی'] });
  });

  it('birthdays are sent in the Iranian calendar', () => {
    expect(['1991-03-21', '1991-03-22', '2021-03-20', '2025-03-20'].map(formatJalaliDay)).toEqual([
      '1370/01/01',
      '1370/01/02',
      '1399/12/30',
      '1403/12/30',
    ]);
  });
});
