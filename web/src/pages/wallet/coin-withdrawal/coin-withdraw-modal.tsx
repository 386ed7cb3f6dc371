import { type Asset, isAsset, type LinkTarget } from '@sarraf/domain';
import type { WalletEntry, WithdrawalRow } from '@sarraf/domain/contracts';
import { IconLock } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { networksOf } from '../../../address-book/networks.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useLastNonNull } from '../../../lib/browser/use-last.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { coinDetailsQuery } from '../../../lib/queries/queries.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import type { PendingCode } from '../withdrawal/use-code-request.ts';
import { useWithdrawalErrorText } from '../withdrawal/use-fault-words.ts';
import { useWithdrawPause } from '../withdrawal/use-withdraw-pause.ts';
import css from '../withdrawal/withdraw.module.css';
import { WithdrawCode } from '../withdrawal/withdraw-code.tsx';
import { AddressPicker } from './address-picker.tsx';
import { CoinWithdrawForm, WITHDRAW_FORM } from './coin-withdraw-form.tsx';
import { QrScanner } from './qr-scanner.tsx';
import { type CoinWithdraw, useCoinWithdraw } from './use-coin-withdraw.ts';

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
  const shown = useLastNonNull(coin);
  const [target, setTarget] = useState<LinkTarget | null>(null);
  if (!isAsset(shown)) return null;
  return (
    <Withdraw
      key={shown}
      open={coin !== null}
      coin={shown}
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

type View = 'form' | 'book' | 'scan';

interface WithdrawProps {
  open: boolean;
  coin: Asset;
  balance: string;
  /** Prefills the form with the payment link that was for this coin. */
  target: LinkTarget | null;
  onTarget: (target: LinkTarget | null) => void;
  onClose: () => void;
  onDone: (row: WithdrawalRow) => void;
}

function Withdraw({ open, coin, balance, target, onTarget, onClose, onDone }: WithdrawProps) {
  const t = useTranslations('withdraw');
  const format = useFormat();
  const [view, setView] = useState<View>('form');
  const [pending, setPending] = useState<PendingCode | null>(null);
  const details = useQuery({ ...coinDetailsQuery(format.language), enabled: open });
  const networks = networksOf(
    details.data?.find(({ name }) => name === coin),
    'withdraw',
  );
  const form = useCoinWithdraw(coin, networks, balance, setPending, target);
  // Consumed by the form: opened again, it starts empty.
  useEffect(() => {
    if (target?.asset === coin) onTarget(null);
  }, [target, coin, onTarget]);
  const close = () => {
    setPending(null);
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
  } else if (pending) {
    title = t('code.title');
    body = (
      <WithdrawCode
        pending={pending}
        onBack={() => setPending(null)}
        onDone={(row) => {
          form.reset();
          setPending(null);
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
        read={(text) => {
          const fault = form.scan(text);
          if (fault === null) setView('form');
          return fault;
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
function NextButton({ form }: { form: CoinWithdraw }) {
  const t = useTranslations('withdraw');
  const paused = useTranslations('paused');
  const pause = useWithdrawPause(form.draft.asset);
  const words = useWithdrawalErrorText(form.draft.asset);
  const busy = form.busy || form.waiting;
  return (
    <Button
      type="submit"
      form={WITHDRAW_FORM}
      size="l"
      busy={busy}
      disabledReason={busy ? null : pause ? paused('action') : words(form.fault)}
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
