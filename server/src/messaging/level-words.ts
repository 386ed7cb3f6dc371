import { toPersianDigits, type UserLevel } from '@sarraf/domain';
import type { LevelNotice } from './notice.ts';
import type { WordsOf } from './words.ts';

const NAMES: Record<UserLevel, { fa: string; en: string }> = {
  BRONZE: { fa: 'برنزی', en: 'Bronze' },
  SILVER: { fa: 'نقره‌ای', en: 'Silver' },
  GOLD: { fa: 'طلایی', en: 'Gold' },
  PLATINUM: { fa: 'پلاتینی', en: 'Platinum' },
  SUPERVISOR: { fa: 'بازارگردان', en: 'Market maker' },
};
const percent = (text: string): string => `${toPersianDigits(text.replace('.', '٫'))}٪`;

/** The level follows what a person has traded in three months. */
export const LEVEL_WORDS: WordsOf<LevelNotice> = {
  LEVEL_CHANGED: {
    fa: ({ level, up, byStaff, fee, feeTether }) => ({
      subject: `سطح کاربری شما ${NAMES[level].fa} شد`,
      lines: [
        byStaff
          ? up
            ? 'حساب شما در صرّاف از این پس حساب بازارگردان است.'
            : `حساب شما دیگر حساب بازارگردان نیست و با معامله‌های سه ماه گذشته، سطح کاربری‌تان ${NAMES[level].fa} است. سفارش‌های بازِ شما با همان کارمزدی که ثبت شده‌اند می‌مانند.`
          : up
            ? `با معامله‌های سه ماه گذشته، سطح کاربری شما در صرّاف به ${NAMES[level].fa} رسید. تبریک می‌گوییم.`
            : `حجم معامله‌های سه ماه گذشته شما کمتر شده و سطح کاربری‌تان در صرّاف ${NAMES[level].fa} است.`,
        `از این پس کارمزد هر معامله در بازار تومان ${percent(fee)} و در بازار تتر ${percent(feeTether)} است.`,
      ],
      sms: `صرّاف: سطح کاربری شما ${NAMES[level].fa} شد. کارمزد بازار تومان ${percent(fee)} و بازار تتر ${percent(feeTether)} است.`,
    }),
    en: ({ level, up, byStaff, fee, feeTether }) => ({
      subject: `Your level is now ${NAMES[level].en}`,
      lines: [
        byStaff
          ? up
            ? 'Your account at Sarraf is a market maker from now on.'
            : `Your account is no longer a market maker; by what you traded in the last three months, your level is ${NAMES[level].en}. Your open orders keep the fee they were placed with.`
          : up
            ? `With what you traded in the last three months, you have reached the level ${NAMES[level].en} at Sarraf.`
            : `You have traded less in the last three months, and your level at Sarraf is now ${NAMES[level].en}.`,
        `From now on a trade costs ${fee}% in Toman markets and ${feeTether}% in Tether markets.`,
      ],
      sms: `Sarraf: your level is now ${NAMES[level].en}. Fees: ${fee} percent in Toman markets, ${feeTether} in Tether markets.`,
    }),
  },
};
