import { isAsset } from '@sarraf/domain';
import type {
  closeUnclaimed,
  decideUnclaimed,
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
import { ClaimWays } from './claim.tsx';
import { dustOf } from './dust.ts';
import moneyCss from './money.module.css';
import { knownReason } from './words.ts';

/** Deposited coins without an owner: below the minimum, an unknown token, a wrong tag. */
export function Unclaimed() {
  const t = useTranslations('treasury.incoming');
  const { digits } = useFormat();
  const pages = useCursorPagination<UnclaimedDeposit>(['backoffice', 'unclaimed'], (page, signal) =>
    call<typeof unclaimedDeposits>('GET', '/backoffice/unclaimed-deposits', { query: page, signal }),
  );
  const [act, setAct] = useState<StaffAction | null>(null);
  const worthless = pages.rows.filter(isWorthless).slice(0, MAX_BATCH_SIZE);
  const closeAll: StaffAction = {
    title: t('closeAllTitle'),
    text: t('closeAllText', { count: digits(worthless.length) }),
    confirm: t('closeAll'),
    said: t('kept'),
    danger: true,
    reasoned: true,
    fields: <DustFacts deposits={worthless} />,
    run: (reason) =>
      call<typeof closeUnclaimed>('POST', '/backoffice/unclaimed-deposits/close', {
        body: { ids: worthless.map(({ id }) => id), reason },
      }),
  };
  return (
    <>
      {worthless.length > 1 && (
        <Button variant="ghost" size="s" onClick={() => setAct(closeAll)}>
          {t('closeAllOf', { count: digits(worthless.length) })}
        </Button>
      )}
      <ResourceList
        pages={pages}
        empty={{ icon: IconCoins, title: t('coinEmptyTitle'), text: t('coinEmptyText') }}
        card={(row) => <Deposit row={row} />}
      />
      <ActionDialog act={act} onClose={() => setAct(null)} />
    </>
  );
}

/** The server's maximum per request. */
const MAX_BATCH_SIZE = 100;

/** Dust and unknown tokens, which anyone can send at almost no cost. */
const isWorthless = ({ state, reason }: UnclaimedDeposit): boolean =>
  state === 'WAITING' && (reason === 'BELOW_MINIMUM' || reason === 'UNKNOWN_TOKEN');

/** The uncredited total of each coin. */
function DustFacts({ deposits }: { deposits: readonly UnclaimedDeposit[] }) {
  const t = useTranslations('treasury.incoming');
  const { digits, coin: nameOf } = useFormat();
  const { coins, unknown } = dustOf(deposits);
  return (
    <Facts
      facts={[
        ...coins.map(({ coin, amount }) => ({
          key: coin,
          label: nameOf(coin),
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

function Deposit({ row }: { row: UnclaimedDeposit }) {
  const t = useTranslations('treasury.incoming');
  const { number, coin } = useFormat();
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
        <span className={moneyCss.chip}>{t(`why.${knownReason(reason)}`, { code: reason })}</span>
        <span className={moneyCss.chip}>{isAsset(row.chain) ? coin(row.chain) : row.chain}</span>
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
      <ClaimWays
        person={row.person}
        proposedBy={row.proposedBy}
        open={row.state === 'WAITING' || row.state === 'PROPOSED'}
        closing="keep"
        amount={relatedCoin ? amountText(amount, relatedCoin) : number(amount)}
        onDecide={(claim, given) =>
          call<typeof decideUnclaimed>('POST', '/backoffice/unclaimed-deposits/:id', {
            params: { id },
            body: { decision: claim === 'CLOSE' ? 'KEEP' : claim, ...given },
          })
        }
      />
    </Card>
  );
}
