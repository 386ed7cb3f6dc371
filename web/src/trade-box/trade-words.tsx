import { formatAmount } from '@sarraf/domain';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { cx } from '../ui/class-names.ts';
import { Cluster } from '../ui/layout/layout.tsx';
import { assetOf, givenLine } from './form.ts';
import css from './trade-box.module.css';
import type { TradeBoxState } from './use-trade-box.ts';

/** The lines of the box name it as what describes them; there is one box on a page. */
export const WORDS_ID = 'trade-words';

/** The trade in one sentence; when it can't be done, what to do about it. Always of the same height. */
export function TradeWords({ box }: { box: TradeBoxState }) {
  const remedy = useRemedy(box);
  return (
    <>
      <Cluster
        id={WORDS_ID}
        as="p"
        gap={2}
        size="s"
        tone="soft"
        className={cx(css.words, remedy && css.remedy)}
      >
        {remedy ? (
          <>
            <IconAlertCircle size={18} aria-hidden />
            <span>{remedy}</span>
          </>
        ) : (
          <Sentence box={box} />
        )}
      </Cluster>
      <span className="hidden" role="status">
        {remedy}
      </span>
    </>
  );
}

function Sentence({ box }: { box: TradeBoxState }) {
  const t = useTranslations('trade.box');
  const format = useFormat();
  const { deal, side, market } = box;
  if (!deal || deal.amount === 0n) return <span>{t('hint')}</span>;
  const coins = format.money(formatAmount(deal.amount, market.coin), market.coin);
  const total = format.money(formatAmount(deal.money.total, market.quote), market.quote);
  const parts = { b: (chunks: React.ReactNode) => <b>{chunks}</b> };
  return (
    <span>
      {side === 'buy'
        ? t.rich('sayBuy', { ...parts, pay: total, get: coins })
        : t.rich('saySell', { ...parts, pay: coins, get: total })}
    </span>
  );
}

/** What a person can do about the reason; null where the button's own words are enough. */
function useRemedy({ reason, market, side, limits, balance }: TradeBoxState): string | null {
  const t = useTranslations('trade.remedy');
  const format = useFormat();
  const coin = format.coin(market.coin);
  const limit = (units: bigint) => format.money(formatAmount(units, market.coin), market.coin);
  switch (reason) {
    case 'SUPERVISOR':
      return t('SUPERVISOR');
    case 'INACTIVE':
      return t('INACTIVE', { coin });
    case 'STEP':
      return t('STEP', { coin });
    case 'MIN':
      return t('MIN', { limit: limit(limits.minAmount) });
    case 'MAX':
      return t('MAX', { limit: limit(limits.maxAmount) });
    case 'BALANCE':
      return t('BALANCE', { balance: format.money(balance ?? '0', assetOf(givenLine(side), market)) });
    default:
      return null;
  }
}
