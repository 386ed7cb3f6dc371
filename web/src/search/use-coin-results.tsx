import { COINS, type Coin, findClosestAssets } from '@sarraf/domain';
import {
  IconArrowDownToArc,
  IconArrowsExchange,
  IconArrowUpFromArc,
  IconBook2,
  IconChartLine,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { blogSlug, chooseQuote, coinSymbol, marketPath } from '../lib/market/coins.ts';
import { usePrices } from '../lib/market/prices.ts';
import { useSession } from '../lib/session/session.ts';
import { CoinIcon } from '../ui/values/coin-icon.tsx';
import { Money } from '../ui/values/money.tsx';
import { Percent } from '../ui/values/percent.tsx';
import type { ResultGroup } from './palette-list.tsx';

const MAX_RESULTS = 4;

/** Finds coins by name; for the best match also its actions. */
export function useCoinResults(typed: string, navigateTo: (to: string) => void): ResultGroup[] {
  const t = useTranslations('search');
  const { coin: formatName, language } = useFormat();
  const foundCoins = findClosestAssets(COINS, typed).slice(0, MAX_RESULTS);
  const actions = useCoinActions();
  const [first] = foundCoins;
  return [
    {
      key: 'coins',
      label: t('group.coins'),
      finds: foundCoins.map((coin) => ({
        key: coin,
        icon: <CoinIcon coin={coin} size={32} />,
        name: formatName(coin),
        detail: <bdi className="latin">{coinSymbol(coin)}</bdi>,
        end: <CoinPrice coin={coin} />,
        choose: () => navigateTo(marketPath(coin, chooseQuote(language, coin, 'TOMAN'))),
      })),
    },
    ...(first
      ? [
          {
            key: 'actions',
            label: t('group.actions', { coin: formatName(first) }),
            finds: actions(first).map(({ key, to, icon }) => ({
              key,
              icon,
              name: t(`action.${key}`, { coin: formatName(first) }),
              choose: () => navigateTo(to),
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
    const quote = chooseQuote(language, coin, 'TOMAN');
    const walletActions = [
      { key: 'quick', to: `/profile/otc?coin=${coin}`, icon: <IconArrowsExchange size={20} /> },
      { key: 'deposit', to: `/profile/wallet?deposit=${coin}`, icon: <IconArrowDownToArc size={20} /> },
      { key: 'withdraw', to: `/profile/wallet?withdraw=${coin}`, icon: <IconArrowUpFromArc size={20} /> },
    ] as const;
    return [
      ...(authorized ? walletActions : []),
      { key: 'trade', to: `/profile/trade/${quote}/${coin}`, icon: <IconChartLine size={20} /> },
      { key: 'about', to: `/blog/${blogSlug(coin)}`, icon: <IconBook2 size={20} /> },
    ] as const;
  };
}

function CoinPrice({ coin }: { coin: Coin }) {
  const { language } = useFormat();
  const quote = chooseQuote(language, coin, 'TOMAN');
  const price = usePrices(quote).forCoin(coin);
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
