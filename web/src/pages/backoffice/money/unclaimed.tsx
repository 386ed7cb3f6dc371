import type {
  closeUnclaimedDeposits,
  decideUnclaimedDeposit,
  UnclaimedDeposit,
  unclaimedDeposits,
} from '@sarraf/domain/contracts';
import { IconCoins } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { TxLink } from '../../../transfers/tx-link.tsx';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Cluster, Text } from '../../../ui/layout/layout.tsx';
import { AddressText } from '../../../ui/values/address-text.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import cards from '../shared/cards.module.css';
import { CoinAmount, useAmountText } from '../shared/coin-amount.tsx';
import css from '../shared/parts.module.css';
import { WaitingTime } from '../shared/parts.tsx';
import { ResourceList } from '../shared/resource-list.tsx';
import { DepositDecisionPanel } from './claim.tsx';
import { sumDust } from './dust.ts';
import moneyCss from './money.module.css';
import { toKnownReason } from './words.ts';

/** Deposited coins without an owner: below the minimum, an unknown token, a wrong tag. */
export function UnclaimedDeposits() {
  const t = useTranslations('treasury.incoming');
  const { digits } = useFormat();
  const pages = useCursorPagination<UnclaimedDeposit>(['backoffice', 'unclaimed'], (page, signal) =>
    call<typeof unclaimedDeposits>('GET', '/backoffice/unclaimed-deposits', { query: page, signal }),
  );
  const [action, setAction] = useState<StaffAction | null>(null);
  const worthlessDeposits = pages.rows.filter(isWorthlessDeposit).slice(0, MAX_BATCH_SIZE);
  const closeAllAction: StaffAction = {
    title: t('closeAllTitle'),
    text: t('closeAllText', { count: digits(worthlessDeposits.length) }),
    confirm: t('closeAll'),
    successText: t('kept'),
    danger: true,
    reasoned: true,
    fields: <DustFacts deposits={worthlessDeposits} />,
    run: (reason) =>
      call<typeof closeUnclaimedDeposits>('POST', '/backoffice/unclaimed-deposits/close', {
        body: { ids: worthlessDeposits.map(({ id }) => id), reason },
      }),
  };
  return (
    <>
      {worthlessDeposits.length > 1 && (
        <Button variant="ghost" size="s" onClick={() => setAction(closeAllAction)}>
          {t('closeAllOf', { count: digits(worthlessDeposits.length) })}
        </Button>
      )}
      <ResourceList
        pages={pages}
        empty={{ icon: IconCoins, title: t('coinEmptyTitle'), text: t('coinEmptyText') }}
        card={(row) => <UnclaimedDepositCard row={row} />}
      />
      <ActionDialog act={action} onClose={() => setAction(null)} />
    </>
  );
}

/** The server's maximum per request. */
const MAX_BATCH_SIZE = 100;

/** Dust and unknown tokens, which anyone can send at almost no cost. */
const isWorthlessDeposit = ({ state, reason }: UnclaimedDeposit): boolean =>
  state === 'WAITING' && (reason === 'BELOW_MINIMUM' || reason === 'UNKNOWN_TOKEN');

/** The uncredited total of each coin. */
function DustFacts({ deposits }: { deposits: readonly UnclaimedDeposit[] }) {
  const t = useTranslations('treasury.incoming');
  const { digits, coin: getCoinName } = useFormat();
  const { coins, unknown } = sumDust(deposits);
  return (
    <Facts
      facts={[
        ...coins.map(({ coin, amount }) => ({
          key: coin,
          label: getCoinName(coin),
          value: <CoinAmount value={amount} coin={coin} />,
        })),
        ...(unknown === 0
          ? []
          : [
              {
                key: 'unknown',
                label: t('unknownTokens'),
                value: t('unknownCount', { count: unknown, shown: digits(unknown) }),
              },
            ]),
      ]}
    />
  );
}

function UnclaimedDepositCard({ row }: { row: UnclaimedDeposit }) {
  const t = useTranslations('treasury.incoming');
  const { number } = useFormat();
  const networkName = useNetworkName();
  const amountText = useAmountText();
  const { id, relatedCoin, amount, contract, txid, link, reason } = row;
  return (
    <Card className={cards.card}>
      <Cluster gap={3} align="start" justify="between" className={cards.head}>
        <Text size="lx" weight={600}>
          {relatedCoin ? <CoinAmount value={amount} coin={relatedCoin} /> : number(amount)}
        </Text>
        <WaitingTime since={row.createdAtDateTime} />
      </Cluster>
      <Cluster as="p" gap={2} align="stretch" wrap>
        <span className={moneyCss.chip}>{t(`why.${toKnownReason(reason)}`)}</span>
        <span className={moneyCss.chip}>{networkName(row.chain)}</span>
      </Cluster>
      {contract && (
        <p className={css.muted}>
          <AddressText text={contract} />
        </p>
      )}
      <p className={moneyCss.address}>
        <TxLink txid={txid} link={link} />
        <br />
        {row.address && <AddressText text={row.address} />}
        {row.tag && <bdi className="latin"> · {row.tag}</bdi>}
      </p>
      <DepositDecisionPanel
        person={row.person}
        proposedBy={row.proposedBy}
        open={row.state === 'WAITING' || row.state === 'PROPOSED'}
        closing="keep"
        amount={relatedCoin ? amountText(amount, relatedCoin) : number(amount)}
        onDecide={(claim, details) =>
          call<typeof decideUnclaimedDeposit>('POST', '/backoffice/unclaimed-deposits/:id', {
            params: { id },
            body: { decision: claim === 'CLOSE' ? 'KEEP' : claim, ...details },
          })
        }
      />
    </Card>
  );
}
