import type { Profile } from './profile-store.ts';

const COMMON = {
  idFormatType: 'ID_CARD',
  companyName: '',
  companyAddress: '',
  companyPhone: '',
  companyNationalId: '',
} as const;

/** Profiles of the demo users. */
export const DEMO_PROFILES = {
  demo: {
    ...COMMON,
    nationalCode: '0071234561',
    birthDay: '1991-03-21',
    state: 'تهران',
    city: 'تهران',
    address: 'خیابان ولیعصر، کوچه نسترن، پلاک ۱۲',
    postalCode: '1969833114',
    telephone: '02188776655',
  },
  company: {
    ...COMMON,
    nationalCode: '0082345678',
    birthDay: '1984-11-05',
    state: 'اصفهان',
    city: 'اصفهان',
    address: 'خیابان چهارباغ بالا، پلاک ۴۴',
    postalCode: '8163713131',
    telephone: '03136601234',
  },
  maker: {
    ...COMMON,
    nationalCode: '0093456786',
    birthDay: '1979-07-30',
    state: 'فارس',
    city: 'شیراز',
    address: 'بلوار چمران، کوچه ۷، پلاک ۳',
    postalCode: '7194715888',
    telephone: '07136471234',
  },
  taker: {
    ...COMMON,
    nationalCode: '0104567899',
    birthDay: '1986-02-14',
    state: 'خراسان رضوی',
    city: 'مشهد',
    address: 'بلوار سجاد، خیابان بزرگمهر، پلاک ۱۸',
    postalCode: '9187654321',
    telephone: '05137651234',
  },
} as const satisfies Record<string, Profile>;

export const DEMO_COMPANY = {
  companyName: 'بازرگانی آفتاب',
  companyAddress: 'اصفهان، خیابان چهارباغ بالا، پلاک ۴۴، طبقه دوم',
  companyPhone: '03136605678',
  companyNationalId: '14012345679',
} as const;
