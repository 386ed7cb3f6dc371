import { toLatinDigits } from '@sarraf/domain';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../../i18n/language.ts';
import { useLast } from '../../../lib/browser/use-last.ts';
import { localDate, localTime } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import css from '../history.module.css';

type Fact = Parameters<typeof Facts>[0]['facts'][number];

interface ReceiptProps<T> {
  /** What it is of; null closes it. */
  of: T | null;
  onClose: () => void;
  head: (of: T) => ReactNode;
  facts: (of: T) => readonly Fact[];
}

/** A sheet with the facts of one row. */
export function HistoryReceipt<T>({ of, onClose, head, facts }: ReceiptProps<T>) {
  const t = useTranslations();
  const shown = useLast(of);
  return (
    <Modal
      open={of !== null}
      onClose={onClose}
      title={t('wallet.history.receipt')}
      footer={
        <Button variant="ghost" onClick={onClose}>
          {t('action.close')}
        </Button>
      }
    >
      {shown && (
        <>
          <div className={css.receiptHead}>{head(shown)}</div>
          <Facts facts={facts(shown)} className={css.receiptFacts} />
        </>
      )}
    </Modal>
  );
}

/** The time in both calendars, whatever the language. */
export function useTimeFacts(): (iso: string) => Fact[] {
  const t = useTranslations('wallet.history.fact');
  const language = useLanguage();
  return (iso) => {
    const jalali = localDate(iso, 'fa');
    return [
      {
        key: 'jalali',
        label: t('jalali'),
        value: (
          <bdi dir="ltr">
            {language === 'fa' ? jalali : toLatinDigits(jalali)} {localTime(iso, language, true)}
          </bdi>
        ),
      },
      { key: 'gregorian', label: t('gregorian'), value: <bdi dir="ltr">{localDate(iso, 'en')}</bdi> },
    ];
  };
}

export function Code({ text, copy }: { text: string; copy: string }) {
  return (
    <span className={css.code}>
      <bdi className="latin">{text}</bdi>
      <CopyButton text={text} label={copy} />
    </span>
  );
}
