import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconClockHour4 } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { cx } from '../ui/class-names.ts';
import { Cluster, TwoLine } from '../ui/layout/layout.tsx';
import type { ConfirmationProgress, TransferState } from './status.ts';
import css from './transfers.module.css';

const ICONS = { done: IconCheck, pending: IconClockHour4, failed: IconAlertTriangle };

const RETURNED_STATES: ReadonlySet<TransferState['key']> = new Set([
  'CANCELLED',
  'RETURNED',
  'NOT_CARRIED_OUT',
]);

/** The state as icon and text; below it the confirmations while they are counted. */
export function TransferStateMark({
  state,
  progress,
}: {
  state: TransferState;
  progress?: ConfirmationProgress | null;
}) {
  const t = useTranslations('history.state');
  const { digits } = useFormat();
  const Icon = RETURNED_STATES.has(state.key) ? IconArrowBackUp : ICONS[state.tone];
  return (
    <TwoLine>
      <Cluster as="span" inline gap="icon" size="sm" weight={500} className={cx(css[state.tone])}>
        <Icon size={16} aria-hidden />
        {t(state.key)}
      </Cluster>
      {progress && (
        <small>{t('confirmations', { done: digits(progress.done), needed: digits(progress.needed) })}</small>
      )}
    </TwoLine>
  );
}
