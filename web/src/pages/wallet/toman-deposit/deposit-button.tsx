import { pausablesForFeature } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { usePause } from '../../../lib/pauses.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import type { TomanDepositState } from './use-deposit.ts';

export const FORM_ID = 'toman-deposit';

/** The submit button; its text is the action, or the reason why it is disabled. */
export function DepositButton({ deposit }: { deposit: TomanDepositState }) {
  const t = useTranslations('wallet.deposit');
  const paused = useTranslations('paused');
  const format = useFormat();
  const pause = usePause(pausablesForFeature('TOMAN_DEPOSIT'));
  const { validationError, amount, busy } = deposit;
  const formatToman = (text: string) => format.amount(text, 'TOMAN');
  const reason = pause
    ? paused('action')
    : validationError &&
      t(`error.${validationError.code}`, {
        limit: 'limit' in validationError ? formatToman(validationError.limit) : '',
      });
  return (
    <>
      <Button type="submit" form={FORM_ID} size="l" disabledReason={busy ? null : reason} busy={busy}>
        {t('submit', { amount: formatToman(amount) })}
      </Button>
      <span className="hidden" role="status">
        {busy ? t('going') : ''}
      </span>
    </>
  );
}
