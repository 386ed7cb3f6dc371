import type { statementFile } from '@sarraf/domain/contracts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { messages as en } from '../../framework/i18n/en/index.ts';
import { messages as fa } from '../../framework/i18n/fa/index.ts';
import { ApiError } from './api.ts';
import { type ErrorTextKey, resolveErrorPresentation } from './failures.ts';
import { download } from './transfer.ts';

const has = (key: string): key is ErrorTextKey => Object.hasOwn(fa.error, key);
const verdict = (code: string, status = '', errors: string[] = []) =>
  resolveErrorPresentation(new ApiError(code, { status, errors }), has);

afterEach(() => vi.unstubAllGlobals());

describe('resolveErrorPresentation (requirements §8.1)', () => {
  test('rule 1: is silent for a message that contains 429', () => {
    expect(verdict('Request failed with status code 429')).toEqual({ kind: 'silent' });
    expect(verdict('429', 'BAD_REQUEST', ['nid is not valid'])).toEqual({ kind: 'silent' });
  });

  test('rule 2: reads the message of a refused download from its body', async () => {
    vi.stubGlobal('document', { cookie: '' });
    const errorBody = { status: 'CONFLICT', message: 'EXCEL_NOT_GENERATED', errors: [] };
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(errorBody), { status: 409 }));
    const failure = await download<typeof statementFile>('GET', '/statements/:id/file', {
      params: { id: 'a' },
      query: { format: 'xlsx' },
    }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(resolveErrorPresentation(failure as ApiError, has)).toEqual({
      kind: 'text',
      key: 'EXCEL_NOT_GENERATED',
    });
  });

  test('rule 3: ends the session silently when the token is invalid', () => {
    expect(verdict('Invalid Token')).toEqual({ kind: 'logout' });
    expect(verdict('JWT expired at …', 'BAD_REQUEST', ['x'])).toEqual({ kind: 'logout' });
  });

  test('rule 4: shows that the bank account belongs to another person, whatever the list of errors contains', () => {
    for (const errors of [[], ['cardNumber']]) {
      expect(verdict('ShebaCode or CardNumber Is For Another User', 'CONFLICT', errors)).toEqual({
        kind: 'text',
        key: 'REPEATED_BANK_ACCOUNT',
      });
    }
  });

  test('rule 5: is silent for a cancelled Google sign-in and for a closed resource', () => {
    expect(verdict('GOOGLE_FAILURE')).toEqual({ kind: 'silent' });
    expect(verdict("Can't Access Resource", 'FORBIDDEN', ['x'])).toEqual({ kind: 'silent' });
  });

  test('is silent for a cancelled confirmation', () => {
    expect(verdict('CONFIRMATION_NEEDED', 'FORBIDDEN')).toEqual({ kind: 'silent' });
  });

  test('mentions the phone’s clock for a wrong code of an authenticator app', () => {
    const data = { serverTime: 1_796_000_000_000 };
    const wrong = new ApiError('Incorrect OTP', { status: 'BAD_REQUEST', data });
    expect(resolveErrorPresentation(wrong, has)).toEqual({ kind: 'text', key: 'INCORRECT_APP_CODE' });
    expect(fa.error.INCORRECT_APP_CODE).toMatch(/ساعت گوشی/);
    expect(en.error.INCORRECT_APP_CODE).toMatch(/phone’s clock/);
    expect(verdict('Incorrect OTP')).toEqual({ kind: 'text', key: 'INCORRECT_OTP' });
  });

  test('rule 6: lists duplicate identity data, with unknown items unchanged', () => {
    const knownErrors = ['MOBILE_IS_INCORRECT', 'NATIONAL_CODE_IS_INCORRECT', 'TELEPHONE_IS_INCORRECT'];
    expect(verdict('USER_IDENTITY_DATA', 'CONFLICT', [...knownErrors, 'Some words'])).toEqual({
      kind: 'list',
      key: 'REPEATED_INFO',
      items: [...knownErrors, { raw: 'Some words' }],
    });
  });

  test('rule 7: shows the first error as the title of a dialog', () => {
    expect(verdict('BAD_REQUEST', 'BAD_REQUEST', ['کارت منقضی شده است', 'x'])).toEqual({
      kind: 'title',
      title: { raw: 'کارت منقضی شده است' },
    });
    expect(verdict('CONFLICT', 'CONFLICT', ['username exist'])).toEqual({
      kind: 'title',
      title: 'USERNAME_EXIST',
    });
  });

  test('rule 7: shows the message instead when the first error is a field name', () => {
    expect(verdict('AMOUNT_IS_LOW', 'BAD_REQUEST', ['amount'])).toEqual({
      kind: 'text',
      key: 'AMOUNT_IS_LOW',
    });
    expect(verdict('ACCOUNT_INVALID', 'BAD_REQUEST', ['firstName.REQUIRED'])).toEqual({
      kind: 'text',
      key: 'ACCOUNT_INVALID',
    });
  });

  test.each([
    ['invalid otp or mobile', 'INCORRECT_OTP', false],
    ['otp used before', 'CODE_EXPIRED', false],
    ['nid is not valid', 'NATIONAL_CODE_INVALID', true],
    ['mobile is not valid', 'MOBILE_INVALID', true],
    ['nid and mobile is not match', 'NATIONAL_CODE_AND_MOBILE_MISMATCH', true],
    ['رکوردی با مشخصات وارد شده یافت نشد', 'BIRTHDAY_MISMATCH', false],
  ] as const)('rule 8: shows our own text for "%s" of the identity provider', (message, key, toAccount) => {
    expect(verdict('BAD_REQUEST', 'BAD_REQUEST', [message])).toEqual({
      kind: 'authentication',
      key,
      toAccount,
    });
    expect(verdict('CONFLICT', 'CONFLICT', [message]).kind).toBe('title');
  });

  test('rule 9: otherwise looks up the message, then the status', () => {
    expect(verdict("You Don't Have Enough Credit")).toEqual({
      kind: 'text',
      key: 'YOU_DONT_HAVE_ENOUGH_CREDIT',
    });
    expect(verdict('SOMETHING_NEW', 'CONFLICT')).toEqual({ kind: 'text', key: 'CONFLICT' });
    expect(verdict('SOMETHING_NEW')).toEqual({ kind: 'text', key: 'UNKNOWN' });
  });

  test('labels the button of a dialog OK', () => {
    expect([fa.action.understood, en.action.understood]).toEqual(['متوجه شدم', 'OK']);
  });
});

/** Code → patterns that the Persian and the English text must match. */
const TABLE: readonly [string, RegExp, RegExp][] = [
  ['BAD_REQUEST', /درست نیست/, /incorrect/],
  ['NOT_FOUND', /پیدا نشد/, /couldn’t find/],
  ['CONFLICT', /ممکن نیست/, /isn’t possible/],
  ['FORBIDDEN', /دسترسی ندارید/, /don’t have access/],
  ['FINNOTECH_NOT_COMPLETED', /کامل نشده/, /isn’t complete/],
  ['MOBILE_NUMBER_NOT_FOUND', /موبایل پیدا نشد/, /mobile number wasn’t found/],
  ['AMOUNT_NOT_ALLOWED', /مقدار.*مجاز/, /amount/],
  ['Invalid Phone Number', /شماره تلفن معتبر نیست/, /phone number isn’t valid/],
  ['Old Password Is Incorrect', /رمز عبور فعلی/, /current password/],
  ['user not found', /حسابی.*پیدا نشد/, /No account was found/],
  ['Not Enough Balance', /موجودی شما کافی نیست/, /balance is too low/],
  ['NOT_ENOUGH_BALANCE_TOMAN', /تومانی/, /Toman balance/],
  ['SMS_OTP_UNAVAILABLE', /پیامک/, /SMS/],
  ['MARKET_IS_NOT_ACTIVE', /بازار فعلاً فعال نیست/, /market isn’t active/],
  ['Invalid Username Or Password', /رمز عبور درست نیست/, /password is incorrect/],
  ['Invalid login credentials', /رمز عبور درست نیست/, /password is incorrect/],
  ['Bad credentials', /رمز عبور درست نیست/, /password is incorrect/],
  ['Not Enough HDWallets', /پشتیبانی/, /contact support/],
  ['Not Enough Wallets', /پشتیبانی/, /contact support/],
  ['Not Enough HDWallets or Wallets', /پشتیبانی/, /contact support/],
  ['Incorrect OTP', /کد واردشده درست نیست/, /code you entered is incorrect/],
  ['Invalid OTP', /کد واردشده درست نیست/, /code you entered is incorrect/],
  ['OTP is incorrect', /کد واردشده درست نیست/, /code you entered is incorrect/],
  ['Code Expired', /اعتبار این کد تمام شده/, /expired/],
  ['username exist', /قبلاً حسابی/, /already exists/],
  ['You Dont Have This Coin Wallet', /کیف پولی ندارید/, /wallet/],
  ["You Don't Have Enough Credit", /اعتبار شما کافی نیست/, /enough credit/],
  ['You Are Not Allowed To Login!', /مسدود/, /blocked/],
  ['EXCEL_NOT_GENERATED', /فایل ساخته نشد/, /file couldn’t be created/],
  ['CANT_DELETE_WITHDRAWAL_REQUEST', /درخواست برداشت/, /withdrawal request/],
  ['ADDRESS_NOT_FOUND', /آدرس پیدا نشد/, /address wasn’t found/],
  ['AMOUNT_IS_HIGH', /بیشتر از حداکثر/, /above the maximum/],
  ['AMOUNT_IS_LOW', /کمتر از حداقل/, /below the minimum/],
  ['INVALID_TXID', /شناسه تراکنش/, /transaction ID/],
  ['UNACCEPTABLE_AMOUNT', /قابل قبول نیست/, /can’t be accepted/],
  ['TOO_MANY_REQUESTS', /درخواست‌ها زیاد/, /Too many requests/],
  ['LOW_AMOUNT', /کمتر از حداقل/, /below the minimum/],
  ['COUNTRY_PREFIX_MISMATCH', /پیش‌شماره/, /prefix/],
  ['MOBILE_IS_INCORRECT', /تکراری/, /duplicate/],
  ['NATIONAL_CODE_IS_INCORRECT', /تکراری/, /duplicate/],
  ['TELEPHONE_IS_INCORRECT', /تکراری/, /duplicate/],
  ['order deleted', /سفارش حذف شد/, /order was deleted/],
];

test.each(TABLE)('requirements §8.2: %s has a text in both languages', (code, persian, english) => {
  const errorText = verdict(code);
  if (!('key' in errorText)) throw new Error(`${code}: ${errorText.kind}`);
  expect(fa.error[errorText.key]).toMatch(persian);
  expect(en.error[errorText.key]).toMatch(english);
});
