import type { DepositRow, deposits } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { TransferStateMark } from '../../../transfers/state-mark.tsx';
import { getConfirmationProgress, getCryptoDepositState } from '../../../transfers/status.ts';
import { TxLink } from '../../../transfers/tx-link.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Cluster, Stack, Text } from '../../../ui/layout/layout.tsx';
import { Money } from '../../../ui/values/money.tsx';
import css from './coin-deposit.module.css';
import { filterIncoming } from './incoming.ts';

/** Confirmations arrive block by block; the stream only reports that the balance changed. */
const POLL_MS = 5_000;
const MAX_ROWS = 5;

/** Pending deposits of this coin with their confirmations. */
export function IncomingDeposits({ coin }: { coin: string }) {
  const t = useTranslations('coinDeposit.live');
  const rows = useIncomingDeposits(coin);
  return (
    <section className={css.live} aria-label={t('title')}>
      <h3>{t('title')}</h3>
      {rows.length === 0 ? (
        <Text size="s" tone="faint">
          {t('none')}
        </Text>
      ) : (
        <Stack as="ul" gap={2}>
          {rows.map((row) => (
            <IncomingDeposit key={row.id} row={row} />
          ))}
        </Stack>
      )}
    </section>
  );
}

function IncomingDeposit({ row }: { row: DepositRow }) {
  const t = useTranslations('coinDeposit.live');
  const format = useFormat();
  const progress = getConfirmationProgress(row);
  const amount = format.amount(row.amount, row.relatedCoin);
  return (
    <li className={css.deposit}>
      <Cluster as="span" gap={3} justify="between">
        <strong>
          <Money value={row.amount} asset={row.relatedCoin} />
        </strong>
        <TransferStateMark state={getCryptoDepositState(row)} progress={progress} />
      </Cluster>
      {progress && <ProgressBar done={progress.done} of={progress.needed} label={t('label', { amount })} />}
      {row.txid && (
        <Text as="span" size="s">
          <TxLink txid={row.txid} link={row.link} />
        </Text>
      )}
    </li>
  );
}

function useIncomingDeposits(coin: string): DepositRow[] {
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set());
  const { data } = useQuery({
    queryKey: ['deposits', 'live', coin],
    queryFn: async ({ signal }) =>
      (
        await call<typeof deposits>('GET', '/wallets/deposit', {
          query: { relatedCoin: coin, size: MAX_ROWS },
          signal,
        })
      ).content,
    refetchInterval: POLL_MS,
  });
  useEffect(() => {
    const pending = (data ?? []).filter(({ state }) => state === 'PENDING').map(({ id }) => id);
    if (pending.length > 0) setWatched((old) => new Set([...old, ...pending]));
  }, [data]);
  return filterIncoming(data ?? [], watched);
}
