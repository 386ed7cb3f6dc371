import type { DepositRow } from '@sarraf/domain/contracts';
import { IconAlertTriangle, IconCheck, IconClockHour4 } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { groupCard } from '../../../lib/payments/payments.ts';
import { cx } from '../../../ui/class-names.ts';
import css from '../history.module.css';

const STATES = {
  PENDING: { icon: IconClockHour4, look: css.pending },
  PAID: { icon: IconCheck, look: css.paid },
  FAILED: { icon: IconAlertTriangle, look: css.failed },
};

export function DepositState({ state }: { state: DepositRow['state'] }) {
  const t = useTranslations('wallet.payment.state');
  const { icon: Icon, look } = STATES[state];
  return (
    <span className={cx(css.state, look)}>
      <Icon size={16} aria-hidden />
      {t(state)}
    </span>
  );
}

/** Whether what the row names is a Sheba: a bank transfer that carried the person's identifier. */
export const byTransfer = (masked: string | null): boolean => masked?.startsWith('IR') ?? false;

/** The card or the account that the money came from. */
export function PaidFrom({ masked }: { masked: string | null }) {
  const { digits } = useFormat();
  if (masked === null) return <span className={css.time}>—</span>;
  return (
    <bdi dir="ltr" className={css.card}>
      {digits(byTransfer(masked) ? masked.replace(/\*+/, '…') : groupCard(masked))}
    </bdi>
  );
}
