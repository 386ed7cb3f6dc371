import { type Asset, isAsset, type PaymentLinkTarget } from '@sarraf/domain';
import type { WalletEntry, WithdrawalRow } from '@sarraf/domain/contracts';
import { IconLock } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { listNetworks } from '../../../address-book/networks.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useLastNonNull } from '../../../lib/browser/use-last.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { coinDetailsQuery } from '../../../lib/queries/queries.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import type { PendingCode } from '../withdrawal/use-code-request.ts';
import { useWithdrawalErrorText } from '../withdrawal/use-error-text.ts';
import { useWithdrawPause } from '../withdrawal/use-withdraw-pause.ts';
import css from '../withdrawal/withdraw.module.css';
import { WithdrawCode } from '../withdrawal/withdraw-code.tsx';
import { AddressPicker } from './address-picker.tsx';
import { CoinWithdrawForm, WITHDRAW_FORM } from './coin-withdraw-form.tsx';
import { QrScanner } from './qr-scanner.tsx';
import { type CoinWithdrawState, useCoinWithdraw } from './use-coin-withdraw.ts';

interface CoinWithdrawModalProps {
  /** Null closes the dialog. */
  coin: string | null;
  wallet: WalletEntry | undefined;
  /** Opens the withdrawal of another coin, named by a payment link. */
  onCoin: (coin: Asset) => void;
  onClose: () => void;
  onDone: (row: WithdrawalRow) => void;
}

/** Dialog to withdraw a coin (requirements §2.10, §5.7). */
export function CoinWithdrawModal({ coin, wallet, onCoin, onClose, onDone }: CoinWithdrawModalProps) {
  const lastCoin = useLastNonNull(coin);
  const [target, setTarget] = useState<PaymentLinkTarget | null>(null);
  if (!isAsset(lastCoin)) return null;
  return (
    <WithdrawContent
      key={lastCoin}
      open={coin !== null}
      coin={lastCoin}
      balance={wallet?.credit ?? '0'}
      target={target}
      onTarget={(next) => {
        setTarget(next);
        if (next) onCoin(next.asset);
      }}
      onClose={onClose}
      onDone={onDone}
    />
  );
}

type WithdrawView = 'form' | 'book' | 'scan';

interface WithdrawContentProps {
  open: boolean;
  coin: Asset;
  balance: string;
  /** Prefills the form with the payment link that was for this coin. */
  target: PaymentLinkTarget | null;
  onTarget: (target: PaymentLinkTarget | null) => void;
  onClose: () => void;
  onDone: (row: WithdrawalRow) => void;
}

function WithdrawContent({ open, coin, balance, target, onTarget, onClose, onDone }: WithdrawContentProps) {
  const t = useTranslations('withdraw');
  const format = useFormat();
  const [view, setView] = useState<WithdrawView>('form');
  const [pendingCode, setPendingCode] = useState<PendingCode | null>(null);
  const details = useQuery({ ...coinDetailsQuery(format.language), enabled: open });
  const networks = listNetworks(
    details.data?.find(({ name }) => name === coin),
    'withdraw',
  );
  const form = useCoinWithdraw(coin, networks, balance, setPendingCode, target);
  // Consumed by the form: opened again, it starts empty.
  useEffect(() => {
    if (target?.asset === coin) onTarget(null);
  }, [target, coin, onTarget]);
  const close = () => {
    setPendingCode(null);
    setView('form');
    onClose();
  };
  const name = format.coin(coin);

  let body: ReactNode;
  let footer: ReactNode = null;
  let title = t('title', { coin: name });
  if (!details.data) {
    body = <NotLoaded details={details} />;
  } else if (!networks.some((network) => network.open)) {
    body = <EmptyState icon={<IconLock size={26} />} title={t('allClosedTitle')} text={t('allClosedText')} />;
  } else if (pendingCode) {
    title = t('code.title');
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
  } else if (view === 'book') {
    title = t('book');
    body = (
      <AddressPicker
        form={form}
        onPick={(entry) => {
          form.pick(entry);
          setView('form');
        }}
        onBack={() => setView('form')}
      />
    );
  } else if (view === 'scan') {
    title = t('scanner.title');
    body = (
      <QrScanner
        onText={(text) => {
          const validationError = form.scan(text);
          if (validationError === null) setView('form');
          return validationError;
        }}
        onBack={() => setView('form')}
      />
    );
  } else {
    body = (
      <CoinWithdrawForm
        form={form}
        networks={networks}
        balance={balance}
        onView={setView}
        onTarget={onTarget}
      />
    );
    footer = <NextButton form={form} />;
  }
  return (
    <Modal open={open} onClose={close} title={title} footer={footer} dismissible={!form.busy}>
      {body}
    </Modal>
  );
}

/** The submit button; its text is the action, or the reason why it is disabled. */
function NextButton({ form }: { form: CoinWithdrawState }) {
  const t = useTranslations('withdraw');
  const paused = useTranslations('paused');
  const pause = useWithdrawPause(form.draft.asset);
  const toErrorText = useWithdrawalErrorText(form.draft.asset);
  const busy = form.busy || form.waiting;
  return (
    <Button
      type="submit"
      form={WITHDRAW_FORM}
      size="l"
      busy={busy}
      disabledReason={busy ? null : pause ? paused('action') : toErrorText(form.validationError)}
    >
      {t('next')}
    </Button>
  );
}

/** What the dialog shows until the networks are known: that they are loading, or why they are not. */
function NotLoaded({ details }: { details: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> }) {
  const failure = useErrorMessages();
  const { error, isFetching, refetch } = details;
  if (error)
    return <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />;
  return (
    <div className={css.stack} aria-hidden>
      <Skeleton height={82} className={css.block} />
      <Skeleton height={104} className={css.block} />
      <Skeleton height={82} className={css.block} />
    </div>
  );
}
