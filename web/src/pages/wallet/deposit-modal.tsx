import { IconCreditCard } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFailure } from '../../lib/use-failure.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './deposit.module.css';
import { DepositButton } from './deposit-button.tsx';
import { DepositFields } from './deposit-fields.tsx';
import { useDeposit } from './use-deposit.ts';
import { useTerms } from './use-terms.ts';

/** Amount, card and gateway; then the browser goes to the bank (specification §5.8). */
export function DepositModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('wallet.deposit');
  const failure = useFailure();
  const terms = useTerms(open);
  const deposit = useDeposit(terms);
  const ready = terms.limits && terms.cards && terms.gateways;

  let body: ReactNode;
  let footer: ReactNode = null;
  if (terms.error) {
    body = <ErrorState text={failure.text(terms.error)} busy={terms.busy} onRetry={terms.retry} />;
  } else if (!ready) {
    body = <Waiting />;
  } else if (terms.cards?.length === 0) {
    body = <NoCard />;
  } else {
    body = <DepositFields deposit={deposit} terms={terms} />;
    footer = <DepositButton deposit={deposit} />;
  }
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('title')}
      description={terms.cards?.length === 0 ? undefined : t('lead')}
      dismissible={!deposit.busy}
      footer={footer}
    >
      {body}
    </Modal>
  );
}

function NoCard() {
  const t = useTranslations('wallet.deposit');
  return (
    <EmptyState
      icon={<IconCreditCard size={26} />}
      title={t('noCardTitle')}
      text={t('noCardText')}
      action={<LinkButton to="/profile/account">{t('noCardAction')}</LinkButton>}
    />
  );
}

function Waiting() {
  return (
    <div className={css.form} aria-hidden>
      <Skeleton height={92} className={css.block} />
      <Skeleton height={44} className={css.block} />
      <Skeleton height={104} className={css.block} />
      <Skeleton height={84} className={css.block} />
    </div>
  );
}
