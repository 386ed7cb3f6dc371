import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { ORDER_HINT_ID } from './form-words.tsx';
import css from './order-form.module.css';
import type { OrderFormModel } from './use-order-form.ts';

/** The only button of the form, or the step that precedes an order. If disabled, its text is the reason. */
export function FormAction({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange');
  const paused = useTranslations('paused');
  const { coin } = useFormat();
  const { session, verified, form, market, reason, pause, placing } = model;
  if (!session.signedIn) {
    return (
      <LinkButton to="/login" size="l" block>
        {t('action.login')}
      </LinkButton>
    );
  }
  if (session.account && !verified) {
    return (
      <LinkButton to="/profile/account" size="l" block>
        {session.pending ? t('action.pending') : t('action.verify')}
      </LinkButton>
    );
  }
  const disabledReason = session.account ? reason : 'WAIT';
  return (
    <Button
      size="l"
      block
      className={cx(css.action, disabledReason === null && pause === null && css[form.side])}
      busy={placing.sending}
      disabledReason={pause ? paused('action') : disabledReason && t(`reason.${disabledReason}`)}
      aria-describedby={ORDER_HINT_ID}
      onClick={model.submit}
    >
      {t(`action.${form.side}`, { coin: coin(market.coin) })}
    </Button>
  );
}
