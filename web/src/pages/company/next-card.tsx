import type { Company, pauseCompany, undoCompanyChange } from '@sarraf/domain/contracts';
import { IconCalendarDue, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { toast } from '../../lib/notices.ts';
import { useNetworkName } from '../../transfers/use-network-name.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { AddressText } from '../../ui/values/address-text.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './company.module.css';
import { cacheStore } from './queries.ts';

/** The next settlement, and the switch that pauses settlements. */
export function NextCard({ store }: { store: Company }) {
  const t = useTranslations('company.next');
  const format = useFormat();
  if (store.coinEntity === null)
    return (
      <Card title={t('title')}>
        <EmptyState icon={<IconCalendarDue size={26} />} title={t('none')} text={t('noneText')} />
      </Card>
    );
  return (
    <Card title={t('title')}>
      <div className={css.stack}>
        {store.next ? (
          <Facts
            facts={[
              { key: 'due', label: t('due'), value: <bdi>{format.dateTime(store.next.dueAtDateTime)}</bdi> },
              {
                key: 'amount',
                label: t('amount'),
                value: <Money value={store.next.amount} asset="TOMAN" flash />,
                strong: true,
              },
              { key: 'coin', label: t('goesTo'), value: format.coin(store.coinEntity) },
            ]}
          />
        ) : (
          <Callout tone="warn" title={t('paused')}>
            {t('pausedText')}
          </Callout>
        )}
        <PauseButton paused={store.paused} />
        {store.change && <PendingChange change={store.change} />}
      </div>
    </Card>
  );
}

function PauseButton({ paused }: { paused: boolean }) {
  const t = useTranslations('company.next');
  const failure = useErrorMessages();
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      (await call<typeof pauseCompany>('PUT', '/company/paused', { body: { paused: !paused } })).baseDTO,
    onSuccess: (store) => {
      cacheStore(store);
      toast(t(store.paused ? 'wasPaused' : 'wasResumed'), 'done');
    },
    onError: failure.show,
  });
  const Icon = paused ? IconPlayerPlay : IconPlayerPause;
  return (
    <Button
      variant={paused ? 'primary' : 'ghost'}
      busy={isPending}
      icon={<Icon size={18} aria-hidden />}
      onClick={() => mutate()}
    >
      {t(paused ? 'resume' : 'pause')}
    </Button>
  );
}

function PendingChange({ change }: { change: NonNullable<Company['change']> }) {
  const t = useTranslations('company.settings');
  const format = useFormat();
  const networkName = useNetworkName();
  const failure = useErrorMessages();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await call<typeof undoCompanyChange>('POST', '/company/undo-change')).baseDTO,
    onSuccess: (store) => {
      cacheStore(store);
      toast(t('undone'), 'done');
    },
    onError: failure.show,
  });
  return (
    <Callout tone="warn" title={t('changeTitle', { time: format.dateTime(change.fromDateTime) })}>
      <div className={css.stack}>
        <span>
          {t('changeText', {
            coin: format.coin(change.coinEntity),
            network: networkName(change.cryptoNetwork),
          })}
        </span>
        <AddressText text={change.walletAddress} />
        <Button variant="ghost" size="s" busy={isPending} onClick={() => mutate()}>
          {t('undo')}
        </Button>
      </div>
    </Callout>
  );
}
