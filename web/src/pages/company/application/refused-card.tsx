import type { CompanyApplication } from '@sarraf/domain/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { RefusalReasons } from '../../../documents/refusal-reasons.tsx';
import { StatusHead } from '../../../ui/feedback/status-head.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import css from './application.module.css';

/** Why staff refused; next to the form for another submission. */
export function RefusedCard({ application }: { application: CompanyApplication }) {
  const t = useTranslations('company.apply');
  return (
    <Card raised>
      <StatusHead icon={IconAlertTriangle} tone="todo" over={t('over')} title={t('refusedTitle')} />
      <p className={css.text}>{t('refusedText')}</p>
      <RefusalReasons reasons={application.reasons} note={application.note} />
    </Card>
  );
}
