import { shortenAddress } from '@sarraf/domain';
import type { WithdrawalRow } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { createOpenColumn, OpenRow } from '../../transfers/open-row.tsx';
import { TransferStateMark } from '../../transfers/state-mark.tsx';
import { getConfirmationProgress, getWithdrawalState } from '../../transfers/status.ts';
import { TxLink } from '../../transfers/tx-link.tsx';
import { useNetworkName } from '../../transfers/use-network-name.ts';
import { Cluster, TwoLine } from '../../ui/layout/layout.tsx';
import type { Column } from '../../ui/tables/data-table.tsx';
import { BankNumber } from '../../ui/values/bank-number.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './history.module.css';

type Columns = Column<WithdrawalRow>[];

/** Columns shared by both lists. */
function useSharedColumns(onOpen: (row: WithdrawalRow) => void) {
  const t = useTranslations();
  const format = useFormat();
  const time: Columns[number] = {
    key: 'time',
    head: t('history.head.time'),
    cell: ({ createdAtDateTime }) => <bdi className={css.time}>{format.dateTime(createdAtDateTime)}</bdi>,
    headless: true,
  };
  const state: Columns[number] = {
    key: 'state',
    head: t('history.head.state'),
    cell: (row) => (
      <TransferStateMark state={getWithdrawalState(row)} progress={getConfirmationProgress(row)} />
    ),
    headless: true,
  };
  const receipt: Columns[number] = createOpenColumn(t('wallet.history.receipt'), (row) => {
    const sum = format.money(row.amount, row.relatedCoin);
    const rowLabel = `${sum}, ${format.dateTime(row.createdAtDateTime)}`;
    return <OpenRow label={t('wallet.history.receiptOf', { what: rowLabel })} onClick={() => onOpen(row)} />;
  });
  return { time, state, receipt };
}

export function useTomanWithdrawalColumns(onOpen: (row: WithdrawalRow) => void): Columns {
  const t = useTranslations('history.head');
  const { time, state, receipt } = useSharedColumns(onOpen);
  return [
    {
      key: 'amount',
      head: t('toman'),
      cell: ({ amount }) => <Money value={amount} asset="TOMAN" className={css.total} />,
      headless: true,
    },
    time,
    {
      key: 'to',
      head: t('to'),
      cell: ({ bankAccount }) => <BankNumber masked={bankAccount ?? ''} className={css.card} />,
      headless: true,
    },
    state,
    receipt,
  ];
}

export function useCoinWithdrawalColumns(onOpen: (row: WithdrawalRow) => void): Columns {
  const t = useTranslations('history.head');
  const { time, state, receipt } = useSharedColumns(onOpen);
  return [
    {
      key: 'coin',
      head: t('coin'),
      cell: (row) => <CoinName coin={row.relatedCoin} tokenType={row.tokenType} />,
      headless: true,
    },
    time,
    {
      key: 'to',
      head: t('to'),
      cell: ({ label, destinationWalletAddress }) => (
        <TwoLine>
          {label !== null && <bdi>{label}</bdi>}
          <bdi className={`latin ${css.time}`}>{shortenAddress(destinationWalletAddress)}</bdi>
        </TwoLine>
      ),
      headless: true,
    },
    {
      key: 'amount',
      head: t('amount'),
      cell: ({ amount, relatedCoin }) => <Money value={amount} asset={relatedCoin} className={css.total} />,
      end: true,
      headless: true,
    },
    state,
    {
      key: 'tx',
      head: t('tx'),
      cell: ({ txid, link }) =>
        txid === null ? <span className={css.time}>—</span> : <TxLink txid={txid} link={link} />,
      headless: true,
      wideOnly: true,
    },
    receipt,
  ];
}

export function CoinName({ coin, tokenType }: { coin: string; tokenType: string }) {
  const format = useFormat();
  const networkName = useNetworkName();
  return (
    <Cluster as="span" inline gap={3} shrink>
      <CoinIcon coin={coin} size={34} />
      <TwoLine>
        <Cluster as="span" inline gap="icon" weight={500} className={css.side}>
          {format.coin(coin)}
        </Cluster>
        <small>{networkName(tokenType)}</small>
      </TwoLine>
    </Cluster>
  );
}
