import { parseMarket } from '@sarraf/domain';
import type { DepositRow, Order, PersonMoney, WithdrawalRow } from '@sarraf/domain/contracts';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../../framework/navigation/router.tsx';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useOrderStateText } from '../../../orders/use-order-state-text.ts';
import { TransferStateMark } from '../../../transfers/state-mark.tsx';
import {
  getConfirmationProgress,
  getCryptoDepositState,
  getWithdrawalState,
} from '../../../transfers/status.ts';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, Stack, TwoLine } from '../../../ui/layout/layout.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { BankNumber } from '../../../ui/values/bank-number.tsx';
import { CoinAmount } from '../shared/coin-amount.tsx';
import css from '../shared/parts.module.css';
import { getBackofficePath } from '../shared/places.ts';
import { useRights } from '../shared/queries.ts';
import own from './people.module.css';

const LISTS = ['orders', 'deposits', 'withdrawals'] as const;

/** The latest ten orders, deposits and withdrawals; `store`: the person has a store. */
export function LatestCard({ money, store }: { money: PersonMoney; store: boolean }) {
  const t = useTranslations('staffFigures.money');
  const rights = useRights();
  const [list, setList] = useState<(typeof LISTS)[number]>('orders');
  return (
    <Card title={t('last')} className={own.stack}>
      <Tabs
        label={t('last')}
        tabs={LISTS.map((key) => ({ key, label: t(key) }))}
        value={list}
        onChange={setList}
      >
        {list === 'orders' && (
          <LatestRows none={t('noOrders')}>
            {money.orders.map((order) => (
              <OrderLine key={order.id} order={order} />
            ))}
          </LatestRows>
        )}
        {list === 'deposits' && (
          <LatestRows none={t('noDeposits')}>
            {money.deposits.map((row) => (
              <DepositLine key={row.id} row={row} />
            ))}
          </LatestRows>
        )}
        {list === 'withdrawals' && (
          <LatestRows none={t('noWithdrawals')}>
            {money.withdrawals.map((row) => (
              <WithdrawalLine key={row.id} row={row} />
            ))}
          </LatestRows>
        )}
      </Tabs>
      <Cluster gap={2} align="stretch" wrap>
        {rights.money && (
          <Link to={getBackofficePath('withdrawals')} className={own.link}>
            {t('toWithdrawals')}
          </Link>
        )}
        {store && (
          <Link to={getBackofficePath('companies')} className={own.link}>
            {t('toStores')}
          </Link>
        )}
      </Cluster>
    </Card>
  );
}

function LatestRows({ none, children }: { none: string; children: ReactNode[] }) {
  return children.length === 0 ? (
    <p className={css.muted}>{none}</p>
  ) : (
    <Stack as="ul" className={own.rows}>
      {children}
    </Stack>
  );
}

interface LineProps {
  what: ReactNode;
  under: ReactNode;
  at: string;
  end: ReactNode;
  mark: ReactNode;
}

function LatestLine({ what, under, at, end, mark }: LineProps) {
  const { dateTime } = useFormat();
  return (
    <Cluster as="li" gap={3} rowGap="line" align="baseline" justify="between" wrap>
      <TwoLine>
        {what}
        <small>
          {under} · <bdi>{dateTime(at)}</bdi>
        </small>
      </TwoLine>
      <span className={own.end}>
        {end}
        {mark}
      </span>
    </Cluster>
  );
}

function OrderLine({ order }: { order: Order }) {
  const t = useTranslations('staffFigures.money');
  const { coin } = useFormat();
  const state = useOrderStateText();
  const [mode, side] = order.orderType.split('_') as ['EXCHANGE' | 'LIMITED' | 'MARKET', 'BUY' | 'SELL'];
  const market = parseMarket(order.marketType);
  const names = { coin: coin(market?.coin ?? ''), quote: coin(market?.quote ?? '') };
  return (
    <LatestLine
      what={t(side === 'BUY' ? 'buy' : 'sell', names)}
      under={
        <>
          {t(`mode.${mode}`)} · <bdi className="latin">{order.number}</bdi>
        </>
      }
      at={order.createdAtDateTime}
      end={<CoinAmount value={order.amount} coin={market?.coin ?? ''} />}
      mark={<small>{state(order)}</small>}
    />
  );
}

function DepositLine({ row }: { row: DepositRow }) {
  const { coin } = useFormat();
  const payment = useTranslations('wallet.payment.state');
  const networkName = useNetworkName();
  const toman = row.relatedCoin === 'TOMAN';
  return (
    <LatestLine
      what={coin(row.relatedCoin)}
      under={
        row.tokenType
          ? networkName(row.tokenType)
          : row.bankAccount && <BankNumber masked={row.bankAccount} />
      }
      at={row.createdAtDateTime}
      end={<CoinAmount value={row.amount} coin={row.relatedCoin} />}
      mark={
        toman ? (
          <small>{payment(row.state)}</small>
        ) : (
          <TransferStateMark state={getCryptoDepositState(row)} progress={getConfirmationProgress(row)} />
        )
      }
    />
  );
}

function WithdrawalLine({ row }: { row: WithdrawalRow }) {
  const { coin } = useFormat();
  return (
    <LatestLine
      what={coin(row.relatedCoin)}
      under={<bdi className="latin">{row.number}</bdi>}
      at={row.createdAtDateTime}
      end={<CoinAmount value={row.amount} coin={row.relatedCoin} />}
      mark={<TransferStateMark state={getWithdrawalState(row)} progress={getConfirmationProgress(row)} />}
    />
  );
}
