import { isIban } from '@sarraf/domain';
import type { DepositRow } from '@sarraf/domain/contracts';
import { IconAlertTriangle, IconCheck, IconClockHour4 } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { cx } from '../ui/class-names.ts';
import { Cluster } from '../ui/layout/layout.tsx';
import css from './transfers.module.css';

const STATES = {
  PENDING: { icon: IconClockHour4, look: css.pending },
  PAID: { icon: IconCheck, look: css.done },
  FAILED: { icon: IconAlertTriangle, look: css.failed },
};

/** State of a Toman deposit. */
export function DepositState({ state }: { state: DepositRow['state'] }) {
  const t = useTranslations('wallet.payment.state');
  const { icon: Icon, look } = STATES[state];
  return (
    <Cluster as="span" inline gap="icon" size="sm" weight={500} className={cx(look)}>
      <Icon size={16} aria-hidden />
      {t(state)}
    </Cluster>
  );
}

/** Whether what the row names is a Sheba: a bank transfer that carried the person's identifier. */
export const isBankTransfer = (masked: string | null): boolean => masked !== null && isIban(masked);
