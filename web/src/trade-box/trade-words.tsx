import { formatAmount } from '@sarraf/domain';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { ChangeLink } from '../ui/buttons/change-link.tsx';
import { cx } from '../ui/class-names.ts';
import { Cluster } from '../ui/layout/layout.tsx';
import { protectFigures } from '../ui/values/protect-figures.tsx';
import css from './trade-box.module.css';
import type { TradeBoxState } from './use-trade-box.ts';

/** The lines of the box reference it by `aria-describedby`; there is one box per page. */
export const SUMMARY_ID = 'trade-words';

/** Describes the trade in one sentence, or how to make it possible. Always of the same height. */
export function TradeSummaryText({ box }: { box: TradeBoxState }) {
  const remedy = useRemedyText(box);
  return (
    <>
      <Cluster
        id={SUMMARY_ID}
        as="p"
        gap={2}
        size="s"
        tone="soft"
        className={cx(css.words, remedy && css.remedy)}
      >
        {remedy ? (
          <>
            <IconAlertCircle size={18} aria-hidden />
            <span>
              {protectFigures(remedy)} <FillButton box={box} />
            </span>
          </>
        ) : (
          <TradeSentence box={box} />
        )}
      </Cluster>
      <span className="hidden" role="status">
        {protectFigures(remedy)}
      </span>
    </>
  );
}

/** A button that enters the limit named in the text, if that helps. */
function FillButton({ box }: { box: TradeBoxState }) {
  const t = useTranslations('trade.fill');
  const { reason, remedy } = box;
  const { fill } = remedy ?? {};
  if (!fill || (reason !== 'MIN' && reason !== 'MAX' && reason !== 'BALANCE')) return null;
  return <ChangeLink text={t(reason)} onClick={() => box.setLineText(fill.line, fill.text)} />;
}

function TradeSentence({ box }: { box: TradeBoxState }) {
  const t = useTranslations('trade.box');
  const format = useFormat();
  const { deal, side, market } = box;
  if (!deal || deal.amount === 0n) return <span>{t('hint')}</span>;
  const coins = format.money(formatAmount(deal.amount, market.coin), market.coin);
  const total = format.money(formatAmount(deal.money.total, market.quote), market.quote);
  const parts = { b: (chunks: React.ReactNode) => <b translate="no">{chunks}</b> };
  return (
    <span>
      {side === 'buy'
        ? t.rich('sayBuy', { ...parts, pay: total, get: coins })
        : t.rich('saySell', { ...parts, pay: coins, get: total })}
    </span>
  );
}

/** Returns how the person can resolve the reason; null if the button's own text is enough. */
function useRemedyText({ reason, remedy, market }: TradeBoxState): string | null {
  const t = useTranslations('trade.remedy');
  const format = useFormat();
  const coin = format.coin(market.coin);
  const limit = remedy ? format.money(remedy.limit.text, remedy.limit.asset) : '';
  switch (reason) {
    case 'SUPERVISOR':
      return t('SUPERVISOR');
    case 'INACTIVE':
      return t('INACTIVE', { coin });
    case 'STEP':
      return t('STEP', { coin });
    case 'MIN':
      return t('MIN', { limit });
    case 'MAX':
      return t('MAX', { limit });
    case 'BALANCE':
      return t('BALANCE', { balance: limit });
    default:
      return null;
  }
}
