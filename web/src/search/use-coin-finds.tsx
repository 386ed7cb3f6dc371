import { COINS, type Coin, closestAssets } from '@sarraf/domain';
import {
  IconArrowDownToArc,
  IconArrowsExchange,
  IconArrowUpFromArc,
  IconBook2,
  IconChartLine,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { blogSlug, coinSymbol, marketPath, quoteIn } from '../lib/market/coins.ts';
import { usePrices } from '../lib/market/prices.ts';
import { useSession } from '../lib/session/session.ts';
import { CoinIcon } from '../ui/values/coin-icon.tsx';
import { Money } from '../ui/values/money.tsx';
import { Percent } from '../ui/values/percent.tsx';
import type { FindGroup } from './palette-list.tsx';

const MOST = 4;

/** Finds coins by name; for the best match also its actions. */
export function useCoinFinds(typed: string, leadTo: (to: string) => void): FindGroup[] {
  const t = useTranslations('search');
  const { coin: nameOf, language } = useFormat();
  const found = closestAssets(COINS, typed).slice(0, MOST);
  const actions = useCoinActions();
  const [first] = found;
  return [
    {
      key: 'coins',
      label: t('group.coins'),
      finds: found.map((coin) => ({
        key: coin,
        icon: <CoinIcon coin={coin} size={32} />,
        name: nameOf(coin),
        detail: <bdi className="latin">{coinSymbol(coin)}</bdi>,
        end: <CoinPrice coin={coin} />,
        choose: () => leadTo(marketPath(coin, quoteIn(language, coin, 'TOMAN'))),
      })),
    },
    ...(first
      ? [
          {
            key: 'actions',
            label: t('group.actions', { coin: nameOf(first) }),
            finds: actions(first).map(({ key, to, icon }) => ({
              key,
              icon,
              name: t(`action.${key}`, { coin: nameOf(first) }),
              choose: () => leadTo(to),
            })),
          },
        ]
      : []),
  ];
}

function useCoinActions() {
  const { language } = useFormat();
  const { authorized } = useSession();
  return (coin: Coin) => {
    const quote = quoteIn(language, coin, 'TOMAN');
    const ofWallet = [
      { key: 'quick', to: `/profile/otc?coin=${coin}`, icon: <IconArrowsExchange size={20} /> },
      { key: 'deposit', to: `/profile/wallet?deposit=${coin}`, icon: <IconArrowDownToArc size={20} /> },
      { key: 'withdraw', to: `/profile/wallet?withdraw=${coin}`, icon: <IconArrowUpFromArc size={20} /> },
    ] as const;
    return [
      ...(authorized ? ofWallet : []),
      { key: 'trade', to: `/profile/trade/${quote}/${coin}`, icon: <IconChartLine size={20} /> },
      { key: 'about', to: `/blog/${blogSlug(coin)}`, icon: <IconBook2 size={20} /> },
    ] as const;
  };
}

function CoinPrice({ coin }: { coin: Coin }) {
  const { language } = useFormat();
  const quote = quoteIn(language, coin, 'TOMAN');
  const price = usePrices(quote).of(coin);
  return (
    price?.isActive && (
      <>
        <Money value={price.referencePrice} asset={quote} />
        <small>
          <Percent value={price.price24hrChangePercent} />
        </small>
      </>
    )
  );
}
