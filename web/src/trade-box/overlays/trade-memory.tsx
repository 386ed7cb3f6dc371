import { formatDecimal, parseDecimal, scaleOf } from '@sarraf/domain';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { assetOf, paidLine } from '../form.ts';
import { clearTradeDraft } from '../load-trade-draft.ts';
import { saveTradeDraft } from '../save-trade-draft.ts';
import type { TradeBoxState } from '../use-trade-box.ts';
import { missingAmountOf } from './missing.ts';

interface TradeMemoryProps {
  box: TradeBoxState;
  /** The box shows a stored draft, and its confirmation opens as soon as the trade is possible. */
  resumed: boolean;
  onReady: () => void;
}

/** Stores a trade that isn't possible yet, and offers the missing deposit. */
export function TradeDraftKeeper({ box, resumed, onReady }: TradeMemoryProps) {
  useKeeping(box);
  useResuming(box, resumed, onReady);
  return box.reason === 'BALANCE' ? <TopUp box={box} /> : null;
}

/** Stores the draft of a person who may not trade yet; clearing the form clears the draft. */
function useKeeping({ session, side, market, entry }: TradeBoxState): void {
  const wrote = useRef(false);
  const waits = !session.signedIn || (session.account !== null && !session.authorized);
  useEffect(() => {
    if (!waits) return;
    if (entry) saveTradeDraft({ side, market, entry });
    else if (wrote.current) clearTradeDraft();
    wrote.current = entry !== null;
  }, [waits, side, market, entry]);
}

/** Opens the confirmation of a resumed draft once: closing it is final. */
function useResuming(box: TradeBoxState, resumed: boolean, onReady: () => void): void {
  const opened = useRef(false);
  const { session, reason, deal, balance, limitsState } = box;
  const ready =
    resumed &&
    session.authorized &&
    reason === null &&
    deal !== null &&
    balance !== null &&
    limitsState === 'known';
  useEffect(() => {
    if (!ready || opened.current) return;
    opened.current = true;
    clearTradeDraft();
    onReady();
  }, [ready, onReady]);
}

function TopUp({ box }: { box: TradeBoxState }) {
  const t = useTranslations('trade');
  const format = useFormat();
  const { side, market, deal, entry, balance } = box;
  const asset = assetOf(paidLine(side), market);
  const has = parseDecimal(balance ?? '0', scaleOf(asset)) ?? 0n;
  if (!deal || !entry) return null;
  const missing = formatDecimal(missingAmountOf(deal, entry.line, has), scaleOf(asset));
  const amount = asset === 'TOMAN' ? `&amount=${missing}` : '';
  return (
    <LinkButton
      to={`/profile/wallet?deposit=${asset}${amount}`}
      variant="ghost"
      size="l"
      block
      onClick={() => saveTradeDraft({ side, market, entry })}
    >
      {t('topUp', { amount: format.money(missing, asset) })}
    </LinkButton>
  );
}
