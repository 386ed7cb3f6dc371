import type { Payment } from '@sarraf/domain/contracts';
import { IconClockPause } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { parseGatewayUrl } from '../../../lib/payments/gateway-page.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Cluster, Stack, Text } from '../../../ui/layout/layout.tsx';
import { protectFigures } from '../../../ui/values/protect-figures.tsx';
import css from './open-payments.module.css';
import { useAbandonPayment } from './use-abandon-payment.ts';

/** Unpaid payments that reserve a part of the daily limit: each can be continued or cancelled. */
export function OpenPayments({ payments }: { payments: readonly Payment[] }) {
  const t = useTranslations('wallet.open');
  if (payments.length === 0) return null;
  return (
    <ul className={css.list} aria-label={t('label')}>
      {payments.map((payment) => (
        <OpenPayment key={payment.id} payment={payment} />
      ))}
    </ul>
  );
}

function OpenPayment({ payment }: { payment: Payment }) {
  const t = useTranslations('wallet.open');
  const format = useFormat();
  const failure = useErrorMessages();
  const abandonMutation = useAbandonPayment(payment.id);
  const { amount, releasedAtDateTime } = payment;
  const stage = payment.stage ?? 'CHECKING';
  const page = payment.redirectSite && parseGatewayUrl(payment.redirectSite, location.origin);
  const time = releasedAtDateTime === null ? '' : format.time(releasedAtDateTime);
  return (
    <li className={css.payment} data-stage={stage}>
      <span className={css.icon} aria-hidden>
        {stage === 'CHECKING' ? <Spinner size={20} /> : <IconClockPause size={20} />}
      </span>
      <Stack gap={1} size="s" tone="soft" className={css.words} role="status">
        <strong>{protectFigures(t(`${stage}.title`, { amount: format.money(amount, 'TOMAN') }))}</strong>
        <span>{t(`${stage}.text`, { time })}</span>
        {abandonMutation.error && (
          <Text as="span" tone="warn">
            {failure.text(abandonMutation.error)}
          </Text>
        )}
      </Stack>
      {page && (
        <Cluster gap={2} align="stretch" wrap className={css.ways}>
          <Button size="s" onClick={() => location.assign(page)}>
            {t('goOn')}
          </Button>
          {stage === 'AT_BANK' && (
            <Button variant="ghost" size="s" busy={abandonMutation.busy} onClick={abandonMutation.start}>
              {t('drop')}
            </Button>
          )}
        </Cluster>
      )}
    </li>
  );
}
