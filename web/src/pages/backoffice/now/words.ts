import type { WaitingItem } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useRowName } from '../rows/words.tsx';
import { useAmountText } from '../shared/coin-amount.tsx';
import { useAlarmText } from '../shared/use-alarm-line.ts';

/** Returns the item to decide as one line of text. */
export function useItemText(): (item: WaitingItem) => string {
  const t = useTranslations('backoffice');
  const topic = useTranslations('support.topic');
  const rows = useTranslations('businessRows.kind');
  const { digits } = useFormat();
  const amountText = useAmountText();
  const alarmLine = useAlarmText();
  const rowName = useRowName();
  return (item) => {
    const { kind, relatedCoin, number, alarm, subject, figure, row, payout } = item;
    const amount =
      relatedCoin === null || item.amount === null
        ? t('now.unknownToken')
        : amountText(item.amount, relatedCoin);
    switch (kind) {
      case 'ALARM':
        return alarm ? alarmLine({ kind: alarm, subject, figure }) : t('place.alarms');
      case 'TICKET':
        return t('now.TICKET', { number: digits(number ?? 0), topic: topic(item.topic ?? 'OTHER') });
      case 'PAYOUT':
        return t(payout === 'EXPORTED' ? 'now.PAYOUT_EXPORTED' : 'now.PAYOUT_OPEN', { amount });
      case 'ROW_CHANGE': {
        if (row === null) return t('now.change');
        const name = rowName(row, subject);
        return t('now.ROW_CHANGE', { row: name === rows(row) ? name : `${rows(row)}, ${name}` });
      }
      case 'REVIEW':
      case 'COMPANY_APPLICATION':
      case 'RECOVERY':
        return t(`now.${kind}`, { name: item.name || t('noName') });
      default:
        return t(`now.${kind}`, { amount });
    }
  };
}

/** Returns the time promised to the owner, or our own target. */
export function usePromiseText(): (item: WaitingItem) => string {
  const t = useTranslations('backoffice.now.promise');
  const { dateTime } = useFormat();
  return ({ promise, dueAt }) => {
    if (promise === 'BANK_DAY' || promise === 'ESCALATES')
      return dueAt === null ? t('hours') : t(promise, { time: dateTime(dueAt) });
    return t(promise);
  };
}
