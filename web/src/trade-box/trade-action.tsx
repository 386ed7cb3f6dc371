import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { Button, LinkButton } from '../ui/buttons/button.tsx';
import css from './trade-box.module.css';
import { SUMMARY_ID } from './trade-words.tsx';
import type { TradeBoxState } from './use-trade-box.ts';

interface TradeActionProps {
  box: TradeBoxState;
  onConfirm: () => void;
  /** Called when the person leaves for a step that precedes the trade. */
  onLeave: () => void;
}

/** The only button of the box: trade, or the step that precedes it. If disabled, its text is the reason. */
export function TradeAction({ box, onConfirm, onLeave }: TradeActionProps) {
  const t = useTranslations('trade');
  const paused = useTranslations('paused');
  const { coin } = useFormat();
  const { session, side, market, reason, pause } = box;
  if (!session.signedIn) {
    return (
      <LinkButton to="/login" state={box.entry && { from: '/profile/otc' }} size="l" block onClick={onLeave}>
        {t('action.login')}
      </LinkButton>
    );
  }
  if (session.account && !session.authorized) {
    return (
      <LinkButton to="/profile/account" size="l" block onClick={onLeave}>
        {session.pending ? t('action.pending') : t('action.verify')}
      </LinkButton>
    );
  }
  const disabledReason = session.account ? reason : 'WAIT';
  return (
    <Button
      size="l"
      block
      className={css.action}
      disabledReason={pause ? paused('action') : disabledReason && t(`reason.${disabledReason}`)}
      aria-describedby={SUMMARY_ID}
      onClick={onConfirm}
    >
      {side === 'buy'
        ? t('action.buy', { coin: coin(market.coin) })
        : t('action.sell', { coin: coin(market.coin) })}
    </Button>
  );
}
