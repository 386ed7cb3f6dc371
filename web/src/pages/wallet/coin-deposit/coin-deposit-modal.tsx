import { pausablesForCoin, pausablesForFeature } from '@sarraf/domain';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { NetworkField } from '../../../address-book/network-field.tsx';
import { findChosenNetwork, listNetworks, type NetworkChoice } from '../../../address-book/networks.ts';
import { useLanguage } from '../../../framework/i18n/language.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useLastNonNull } from '../../../lib/browser/use-last.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toast } from '../../../lib/notices.ts';
import { usePause } from '../../../lib/pauses.ts';
import { coinDetailsQuery } from '../../../lib/queries/queries.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { PauseNote } from '../../../ui/feedback/pause-note.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { AddressCard, AddressCardSkeleton } from './address-card.tsx';
import { CheckDeposit } from './check-deposit.tsx';
import css from './coin-deposit.module.css';
import { IncomingDeposits } from './incoming-list.tsx';
import { useDepositAddress } from './use-address.ts';

/** Dialog to deposit a coin (requirements §2.10). `coin` null closes it. */
export function CoinDepositModal({ coin, onClose }: { coin: string | null; onClose: () => void }) {
  const t = useTranslations('coinDeposit');
  const format = useFormat();
  const lastCoin = useLastNonNull(coin);
  const [hasCopied, setHasCopied] = useState(false);
  const close = () => {
    if (hasCopied && lastCoin) toast(t('afterCopy', { coin: format.coin(lastCoin) }), 'done');
    setHasCopied(false);
    onClose();
  };
  return (
    <Modal
      open={coin !== null}
      onClose={close}
      title={lastCoin ? t('title', { coin: format.coin(lastCoin) }) : ''}
      size="m"
    >
      {lastCoin && (
        <CoinDepositLoader
          key={lastCoin}
          coin={lastCoin}
          onCopied={() => setHasCopied(true)}
          onClose={close}
        />
      )}
    </Modal>
  );
}

function CoinDepositLoader({
  coin,
  onCopied,
  onClose,
}: {
  coin: string;
  onCopied: () => void;
  onClose: () => void;
}) {
  const t = useTranslations('coinDeposit');
  const failure = useErrorMessages();
  const { data, error, isFetching, refetch } = useQuery(coinDetailsQuery(useLanguage()));
  if (!data) {
    if (error)
      return <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />;
    return (
      <Stack gap={4} aria-hidden>
        <Skeleton height={54} className={css.block} />
        <AddressCardSkeleton />
      </Stack>
    );
  }
  const networks = listNetworks(
    data.find(({ name }) => name === coin),
    'deposit',
  );
  if (!networks.some(({ open }) => open)) {
    return <EmptyState icon={<IconLock size={26} />} title={t('allClosedTitle')} text={t('allClosedText')} />;
  }
  return <CoinDepositForm coin={coin} networks={networks} onCopied={onCopied} onClose={onClose} />;
}

interface CoinDepositFormProps {
  coin: string;
  networks: readonly NetworkChoice[];
  onCopied: () => void;
  onClose: () => void;
}

function CoinDepositForm({ coin, networks, onCopied, onClose }: CoinDepositFormProps) {
  const t = useTranslations('coinDeposit');
  const failure = useErrorMessages();
  const [chosen, setChosen] = useState<string | null>(null);
  const network = findChosenNetwork(networks, chosen);
  const pause = usePause([...pausablesForFeature('DEPOSIT_ADDRESS'), ...pausablesForCoin(coin)]);
  const address = useDepositAddress(coin, network?.tokenType ?? null, pause !== null, (error) => {
    // A failed request closes the modal (requirements §8.3); the error is shown outside it.
    onClose();
    failure.show(error);
  });
  let below: ReactNode = null;
  if (network) {
    below = address ? (
      <>
        <AddressCard coin={coin} network={network} address={address} onCopied={onCopied} />
        <IncomingDeposits coin={coin} />
        <CheckDeposit key={network.tokenType} coin={coin} network={network} />
      </>
    ) : pause ? null : (
      <AddressCardSkeleton />
    );
  }
  return (
    <Stack gap={4}>
      <PauseNote pause={pause} />
      <NetworkField
        label={t('network')}
        hint={t('networkHint')}
        closed={t('closed')}
        networks={networks}
        value={network?.tokenType ?? null}
        onChange={setChosen}
      />
      {below}
    </Stack>
  );
}
