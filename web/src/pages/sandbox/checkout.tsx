import type { BankPayment } from '@sarraf/domain/contracts';
import { IconAlertCircle, IconClockOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { formatCountdown } from '../../lib/format/countdown-text.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Cluster, Stack } from '../../ui/layout/layout.tsx';
import { BankNumber } from '../../ui/values/bank-number.tsx';
import { CountdownPie } from '../../ui/values/countdown.tsx';
import { Money } from '../../ui/values/money.tsx';
import { useCountdown } from '../../ui/values/use-countdown.ts';
import css from './bank.module.css';
import { useDecision } from './use-bank-payment.ts';

const SESSION_SECONDS = 600;

const WAYS = [
  { decision: 'PAY', key: 'pay', variant: null },
  { decision: 'PAY_OTHER_CARD', key: 'payOther', variant: 'ghost' },
  { decision: 'CANCEL', key: 'cancel', variant: 'ghost' },
] as const;

export function Checkout({ payment }: { payment: BankPayment }) {
  const t = useTranslations('sandbox.bank');
  const format = useFormat();
  const failure = useErrorMessages();
  const countdown = useCountdown(SESSION_SECONDS);
  const { decide, deciding, error } = useDecision(payment.authority);
  const refusal = error ? failure.text(error) : null;

  if (countdown.ended && deciding !== 'PAY' && deciding !== 'PAY_OTHER_CARD') {
    return (
      <div className={css.body}>
        <EmptyState icon={<IconClockOff size={26} />} title={t('endedTitle')} text={t('endedText')} />
        <Button size="l" busy={deciding === 'CANCEL'} onClick={() => decide('CANCEL')}>
          {t('back')}
        </Button>
      </div>
    );
  }
  return (
    <div className={css.body}>
      <Stack align="center" size="sm" tone="soft">
        <span>{t('amount')}</span>
        <Money value={payment.amount} asset="TOMAN" className={css.figure} />
      </Stack>
      <PaymentFacts payment={payment} />
      <Cluster gap={2} justify="center" size="sm" tone="soft" role="timer" aria-label={t('timeLeft')}>
        <CountdownPie share={countdown.left / countdown.total} size={16} />
        <span>{t('timeLeft')}</span>
        <bdi dir="ltr" className={css.clock}>
          {format.digits(formatCountdown(countdown.left))}
        </bdi>
      </Cluster>
      {refusal && (
        <Cluster as="p" gap={2} align="first" size="sm" tone="warn" role="alert">
          <IconAlertCircle size={18} aria-hidden />
          {refusal}
        </Cluster>
      )}
      <Stack gap={3}>
        {WAYS.map(({ decision, key, variant }) => (
          <Button
            key={decision}
            size="l"
            {...(variant && { variant })}
            busy={deciding === decision}
            disabled={deciding != null && deciding !== decision}
            onClick={() => decide(decision)}
          >
            {t(key, { amount: format.amount(payment.amount, 'TOMAN') })}
          </Button>
        ))}
      </Stack>
    </div>
  );
}

function PaymentFacts({ payment }: { payment: BankPayment }) {
  const t = useTranslations('sandbox.bank');
  return (
    <Facts
      className={css.facts}
      facts={[
        { key: 'merchant', label: t('merchant'), value: t('merchantName') },
        { key: 'description', label: t('description'), value: <bdi>{payment.description}</bdi> },
        {
          key: 'card',
          label: t('card'),
          value: <BankNumber masked={payment.cardNumber} />,
        },
        {
          key: 'number',
          label: t('number'),
          value: <bdi className={`latin ${css.authority}`}>{payment.authority}</bdi>,
        },
      ]}
    />
  );
}
