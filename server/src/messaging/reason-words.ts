import type { RefusalReason } from '@sarraf/domain/contracts';
import type { Language } from '../identity/index.ts';

/** Why a verification was refused, and so what to mend. */
export const REASON_WORDS: Record<RefusalReason, Record<Language, string>> = {
  IMAGE_UNREADABLE: {
    fa: 'تصویر مدرک خوانا نیست؛ عکسی روشن و کامل، بدون برق نور بفرستید.',
    en: "The picture of the document can't be read: send a sharp, complete one without glare.",
  },
  IMAGE_NOT_OWN: {
    fa: 'مدرک به نام شما نیست یا با چهره شما نمی‌خواند.',
    en: 'The document is not yours or does not show you.',
  },
  NAME_MISMATCH: {
    fa: 'نام و نام خانوادگی با مدرک یکی نیست.',
    en: 'First and last name differ from the document.',
  },
  NATIONAL_CODE_MISMATCH: {
    fa: 'کد ملی یا شماره مدرک با مدرک یکی نیست.',
    en: 'The national code or document number differs from the document.',
  },
  BIRTHDAY_MISMATCH: {
    fa: 'تاریخ تولد با مدرک یکی نیست.',
    en: 'The date of birth differs from the document.',
  },
  MOBILE_NOT_OWN: {
    fa: 'شماره موبایل به نام شما نیست.',
    en: 'The mobile number is not registered in your name.',
  },
  ADDRESS_INCOMPLETE: {
    fa: 'نشانی یا کد پستی کامل نیست.',
    en: 'The address or postal code is incomplete.',
  },
  BANK_ACCOUNT_NOT_OWN: {
    fa: 'کارت یا شبا به نام شما نیست.',
    en: 'The card or Sheba is not in your name.',
  },
  COMPANY_DATA_MISMATCH: {
    fa: 'مشخصات شرکت با مدارک ثبتی یکی نیست.',
    en: "The company's data differ from its registration.",
  },
  COMPANY_DOCUMENT_MISSING: {
    fa: 'مدرک شرکت فرستاده نشده یا کامل نیست.',
    en: "The company's document is missing or incomplete.",
  },
  WARRANTY_MISSING: {
    fa: 'عکس شما با مدرک و دست‌نوشته تعهد فرستاده نشده یا کامل نیست.',
    en: 'The picture of you with the document and the handwritten statement is missing or incomplete.',
  },
  UNDER_AGE: {
    fa: 'سن شما به سن قانونی داشتن حساب نرسیده است.',
    en: 'You are below the legal age for an account.',
  },
  OTHER: {
    fa: 'دلیل دیگری که در توضیح آمده است.',
    en: 'Another reason, given in the note.',
  },
};
