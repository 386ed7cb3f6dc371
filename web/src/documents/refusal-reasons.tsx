import type { RefusalReason } from '@sarraf/domain/contracts';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import css from './refusal-reasons.module.css';

/** The reasons of staff's refusal, with instructions. */
export function RefusalReasons({ reasons, note }: { reasons: readonly RefusalReason[]; note: string }) {
  const t = useTranslations('account.reasons');
  if (reasons.length === 0 && note === '') return null;
  return (
    <div className={css.reasons}>
      <h3>{t('title')}</h3>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>
            <IconAlertCircle size={20} aria-hidden />
            <span>{t(reason)}</span>
          </li>
        ))}
      </ul>
      {note && (
        <p className={css.staffNote}>
          <strong>{t('note')}</strong>
          <span dir="auto">{note}</span>
        </p>
      )}
    </div>
  );
}
