import type { WalletEntry, WithdrawalRow } from '@sarraf/domain/contracts';
import { IconBuildingBank } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { accountQuery } from '../../../lib/queries/queries.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import type { PendingCode } from '../withdrawal/use-code-request.ts';
import { useWithdrawalErrorText } from '../withdrawal/use-error-text.ts';
import { useWithdrawPause } from '../withdrawal/use-withdraw-pause.ts';
import css from '../withdrawal/withdraw.module.css';
import { WithdrawCode } from '../withdrawal/withdraw-code.tsx';
import { TOMAN_FORM, TomanFields } from './toman-withdraw-fields.tsx';
import { filterPayable } from './toman-withdraw-form.ts';
import { type TomanWithdrawState, useTomanWithdraw } from './use-toman-withdraw.ts';

interface TomanWithdrawModalProps {
  open: boolean;
  wallet: WalletEntry | undefined;
  onClose: () => void;
  onDone: (row: WithdrawalRow) => void;
}

/** Dialog to withdraw Toman to a bank account of the person (requirements §5.8). */
export function TomanWithdrawModal({ open, wallet, onClose, onDone }: TomanWithdrawModalProps) {
  const t = useTranslations('withdraw');
  const failure = useErrorMessages();
  const [pendingCode, setPendingCode] = useState<PendingCode | null>(null);
  const account = useQuery({ ...accountQuery, enabled: open });
  const accounts = filterPayable(account.data?.bankAccounts ?? []);
  const form = useTomanWithdraw(open, accounts, wallet?.credit ?? '0', setPendingCode);
  const close = () => {
    setPendingCode(null);
    onClose();
  };

  let body: ReactNode;
  let footer: ReactNode = null;
  const error = account.data ? form.failed : account.error;
  if (error) {
    const retry = account.data ? form.retry : () => void account.refetch();
    body = (
      <ErrorState text={failure.text(error)} busy={account.isFetching || form.waiting} onRetry={retry} />
    );
  } else if (!account.data || form.waiting) {
    body = <TomanWithdrawSkeleton />;
  } else if (accounts.length === 0) {
    body = <NoAccount />;
  } else if (pendingCode) {
    body = (
      <WithdrawCode
        pending={pendingCode}
        onBack={() => setPendingCode(null)}
        onDone={(row) => {
          form.reset();
          setPendingCode(null);
          onDone(row);
        }}
      />
    );
  } else {
    body = <TomanFields form={form} accounts={accounts} balance={wallet?.credit ?? '0'} />;
    footer = <NextButton form={form} />;
  }
  return (
    <Modal
      open={open}
      onClose={close}
      title={t(pendingCode ? 'code.title' : 'toman.title')}
      description={pendingCode || accounts.length === 0 ? undefined : t('toman.lead')}
      footer={footer}
      dismissible={!form.busy}
    >
      {body}
    </Modal>
  );
}

function NextButton({ form }: { form: TomanWithdrawState }) {
  const t = useTranslations('withdraw');
  const paused = useTranslations('paused');
  const pause = useWithdrawPause('TOMAN');
  const toErrorText = useWithdrawalErrorText('TOMAN');
  return (
    <Button
      type="submit"
      form={TOMAN_FORM}
      size="l"
      busy={form.busy}
      disabledReason={form.busy ? null : pause ? paused('action') : toErrorText(form.validationError)}
    >
      {t('next')}
    </Button>
  );
}

function NoAccount() {
  const t = useTranslations('withdraw.toman');
  return (
    <EmptyState
      icon={<IconBuildingBank size={26} />}
      title={t('noAccountTitle')}
      text={t('noAccountText')}
      action={<LinkButton to="/profile/account">{t('noAccountAction')}</LinkButton>}
    />
  );
}

function TomanWithdrawSkeleton() {
  return (
    <div className={css.stack} aria-hidden>
      <Skeleton height={92} className={css.block} />
      <Skeleton height={84} className={css.block} />
      <Skeleton height={120} className={css.block} />
    </div>
  );
}
