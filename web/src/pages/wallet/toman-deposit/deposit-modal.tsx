import { IconBuildingBank, IconCreditCard } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { toast } from '../../../lib/notices.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import css from './deposit.module.css';
import { DepositButton } from './deposit-button.tsx';
import { DepositFields } from './deposit-fields.tsx';
import { DEPOSIT_WAYS, type DepositWay, firstWay } from './deposit-form.ts';
import { IdentifiedPanel } from './identified-panel.tsx';
import { OpenPayments } from './open-payments.tsx';
import { useDeposit } from './use-deposit.ts';
import { type Terms, useTerms } from './use-terms.ts';

interface DepositModalProps {
  open: boolean;
  /** Initial amount in whole Toman, '' for none. */
  amount: string;
  onClose: () => void;
}

/**
 * Dialog to deposit Toman: by card over a gateway (requirements §5.8), or by a bank transfer with the person's
 * payment identifier.
 */
export function DepositModal({ open, amount, onClose }: DepositModalProps) {
  const t = useTranslations('wallet');
  const failure = useErrorMessages();
  const terms = useTerms(open);
  const deposit = useDeposit(terms, amount);
  const [chosen, setWay] = useState<DepositWay | null>(null);
  const [copied, setCopied] = useState(false);
  const identified = terms.terms?.identified ?? null;
  const first = deposit.limits ? firstWay(amount, deposit.limits, identified) : 'gateway';
  const shown = identified ? (chosen ?? first) : 'gateway';

  const close = () => {
    if (copied) toast(t('identified.afterCopy'), 'done');
    setCopied(false);
    onClose();
  };

  let body: ReactNode;
  if (terms.error) {
    body = <ErrorState text={failure.text(terms.error)} busy={terms.busy} onRetry={terms.retry} />;
  } else if (!terms.terms || !terms.cards) {
    body = <Waiting />;
  } else if (shown === 'identified' && identified) {
    body = <IdentifiedPanel identified={identified} onCopied={() => setCopied(true)} />;
  } else {
    body = <ByCard deposit={deposit} terms={terms} />;
  }
  const ready = shown === 'gateway' && terms.cards?.length && terms.terms?.gateways.length;
  return (
    <Modal
      open={open}
      onClose={close}
      title={t('deposit.title')}
      description={shown === 'gateway' && ready ? t('deposit.lead') : undefined}
      dismissible={!deposit.busy}
      footer={ready && !terms.error ? <DepositButton deposit={deposit} /> : null}
    >
      {identified && (
        <Segmented
          className={css.ways ?? ''}
          label={t('deposit.ways.label')}
          segments={DEPOSIT_WAYS.map((key) => ({
            key,
            label: t(`deposit.ways.${key}`),
            disabled: deposit.busy,
          }))}
          value={shown}
          onChange={setWay}
          block
        />
      )}
      {body}
    </Modal>
  );
}

function ByCard({ deposit, terms }: { deposit: ReturnType<typeof useDeposit>; terms: Terms }) {
  const t = useTranslations('wallet.deposit');
  if (terms.cards?.length === 0) {
    return (
      <EmptyState
        icon={<IconCreditCard size={26} />}
        title={t('noCardTitle')}
        text={t('noCardText')}
        action={<LinkButton to="/profile/account">{t('noCardAction')}</LinkButton>}
      />
    );
  }
  if (terms.terms?.gateways.length === 0) {
    return (
      <EmptyState
        icon={<IconBuildingBank size={26} />}
        title={t('noGatewayTitle')}
        text={t('noGatewayText')}
      />
    );
  }
  return (
    <>
      <OpenPayments payments={terms.terms?.open ?? []} />
      <DepositFields deposit={deposit} terms={terms} />
    </>
  );
}

function Waiting() {
  return (
    <Stack gap={5} className={css.form} aria-hidden>
      <Skeleton height={92} className={css.block} />
      <Skeleton height={44} className={css.block} />
      <Skeleton height={104} className={css.block} />
      <Skeleton height={84} className={css.block} />
    </Stack>
  );
}
