import { formatDecimal, parseDecimal, scaleOf } from '@sarraf/domain';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { getLineAsset, paidLine } from '../form.ts';
import { saveTradeDraft } from '../save-trade-draft.ts';
import type { TradeBoxState } from '../use-trade-box.ts';
import { clearTradeDraft } from './load-trade-draft.ts';
import { computeMissingAmount } from './missing.ts';

interface TradeMemoryProps {
  box: TradeBoxState;
  /** The box shows a stored draft, and its confirmation opens as soon as the trade is possible. */
  resumed: boolean;
  onReady: () => void;
}

/** Stores a trade that isn't possible yet, and offers the missing deposit. */
export function TradeDraftKeeper({ box, resumed, onReady }: TradeMemoryProps) {
  useSaveDraft(box);
  useOpenResumedDraft(box, resumed, onReady);
  return box.reason === 'BALANCE' ? <TopUp box={box} /> : null;
}

/** Stores the draft of a person who may not trade yet; clearing the form clears the draft. */
function useSaveDraft({ session, side, market, entry }: TradeBoxState): void {
  const wasSaved = useRef(false);
  const mayNotTrade = !session.signedIn || (session.account !== null && !session.authorized);
  useEffect(() => {
    if (!mayNotTrade) return;
    if (entry) saveTradeDraft({ side, market, entry });
    else if (wasSaved.current) clearTradeDraft();
    wasSaved.current = entry !== null;
  }, [mayNotTrade, side, market, entry]);
}

/** Opens the confirmation of a resumed draft once: closing it is final. */
function useOpenResumedDraft(box: TradeBoxState, resumed: boolean, onReady: () => void): void {
  const wasOpened = useRef(false);
  const { session, reason, deal, balance, limitsState } = box;
  const isReady =
    resumed &&
    session.authorized &&
    reason === null &&
    deal !== null &&
    balance !== null &&
    limitsState === 'known';
  useEffect(() => {
    if (!isReady || wasOpened.current) return;
    wasOpened.current = true;
    clearTradeDraft();
    onReady();
  }, [isReady, onReady]);
}

function TopUp({ box }: { box: TradeBoxState }) {
  const t = useTranslations('trade');
  const format = useFormat();
  const { side, market, deal, entry, balance } = box;
  const asset = getLineAsset(paidLine(side), market);
  const available = parseDecimal(balance ?? '0', scaleOf(asset)) ?? 0n;
  if (!deal || !entry) return null;
  const missing = formatDecimal(computeMissingAmount(deal, entry.line, available), scaleOf(asset));
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
