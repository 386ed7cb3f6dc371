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
import { chooseFirstMethod, DEPOSIT_METHODS, type DepositMethod } from './deposit-form.ts';
import { IdentifiedPanel } from './identified-panel.tsx';
import { OpenPayments } from './open-payments.tsx';
import { useTomanDeposit } from './use-deposit.ts';
import { type TomanDepositTerms, useTomanDepositTerms } from './use-terms.ts';

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
  const terms = useTomanDepositTerms(open);
  const deposit = useTomanDeposit(terms, amount);
  const [chosenMethod, setChosenMethod] = useState<DepositMethod | null>(null);
  const [hasCopied, setHasCopied] = useState(false);
  const identified = terms.terms?.identified ?? null;
  const firstMethod = deposit.limits ? chooseFirstMethod(amount, deposit.limits, identified) : 'gateway';
  const shownMethod = identified ? (chosenMethod ?? firstMethod) : 'gateway';

  const close = () => {
    if (hasCopied) toast(t('identified.afterCopy'), 'done');
    setHasCopied(false);
    onClose();
  };

  let body: ReactNode;
  if (terms.error) {
    body = <ErrorState text={failure.text(terms.error)} busy={terms.busy} onRetry={terms.retry} />;
  } else if (!terms.terms || !terms.cards) {
    body = <DepositSkeleton />;
  } else if (shownMethod === 'identified' && identified) {
    body = <IdentifiedPanel identified={identified} onCopied={() => setHasCopied(true)} />;
  } else {
    body = <CardDeposit deposit={deposit} terms={terms} />;
  }
  const isReady = shownMethod === 'gateway' && terms.cards?.length && terms.terms?.gateways.length;
  return (
    <Modal
      open={open}
      onClose={close}
      title={t('deposit.title')}
      description={shownMethod === 'gateway' && isReady ? t('deposit.lead') : undefined}
      dismissible={!deposit.busy}
      footer={isReady && !terms.error ? <DepositButton deposit={deposit} /> : null}
    >
      {identified && (
        <Segmented
          className={css.ways ?? ''}
          label={t('deposit.ways.label')}
          segments={DEPOSIT_METHODS.map((key) => ({
            key,
            label: t(`deposit.ways.${key}`),
            disabled: deposit.busy,
          }))}
          value={shownMethod}
          onChange={setChosenMethod}
          block
        />
      )}
      {body}
    </Modal>
  );
}

function CardDeposit({
  deposit,
  terms,
}: {
  deposit: ReturnType<typeof useTomanDeposit>;
  terms: TomanDepositTerms;
}) {
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

function DepositSkeleton() {
  return (
    <Stack gap={5} className={css.form} aria-hidden>
      <Skeleton height={92} className={css.block} />
      <Skeleton height={44} className={css.block} />
      <Skeleton height={104} className={css.block} />
      <Skeleton height={84} className={css.block} />
    </Stack>
  );
}
