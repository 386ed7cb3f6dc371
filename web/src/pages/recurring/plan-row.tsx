import type { RecurringPlan } from '@sarraf/domain/contracts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { toast } from '../../lib/notices.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { AutomationRow } from '../../ui/layout/standing.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { protectFigures } from '../../ui/values/protect-figures.tsx';
import { useEndPlan, usePausePlan } from './queries.ts';
import css from './recurring.module.css';
import { useScheduleText } from './use-schedule.ts';

interface PlanRowProps {
  plan: RecurringPlan;
  onEdit: (plan: RecurringPlan) => void;
}

export function PlanRow({ plan, onEdit }: PlanRowProps) {
  const t = useTranslations('recurring');
  const format = useFormat();
  const { schedule } = useScheduleText();
  const { coin, state } = plan;
  return (
    <AutomationRow
      coin={coin}
      state={t(`state.${state}`)}
      tone={state === 'ACTIVE' ? 'active' : null}
      actions={state !== 'ENDED' && <PlanActions plan={plan} onEdit={onEdit} />}
    >
      <Cluster as="p" gap={3} rowGap={0} align="stretch" wrap>
        <strong>{format.coin(coin)}</strong>
        <span>{protectFigures(t('amount', { amount: format.money(plan.amount, 'TOMAN') }))}</span>
      </Cluster>
      <Cluster as="p" gap={4} rowGap={0} align="stretch" wrap size="s" tone="faint">
        <span>{schedule(plan)}</span>
        {plan.maxUnitPrice !== null && (
          <span>
            {protectFigures(t('atMost', { price: formatPriceLimit(plan, plan.maxUnitPrice, format) }))}
          </span>
        )}
        {plan.nextAtDateTime !== null && (
          <span>{t('next', { time: format.dateTime(plan.nextAtDateTime) })}</span>
        )}
      </Cluster>
      {plan.waiting !== null && (
        <p className={css.waits}>{t('waits', { reason: t(`reason.${plan.waiting}`) })}</p>
      )}
      <PlanSums plan={plan} />
    </AutomationRow>
  );
}

type Format = ReturnType<typeof useFormat>;
const formatPriceLimit = ({ coin }: RecurringPlan, price: string, format: Format): string =>
  `${format.price(price, coin, 'TOMAN')} ${format.unit('TOMAN')}`;

/** Total purchases so far, and their average price. */
function PlanSums({ plan }: { plan: RecurringPlan }) {
  const t = useTranslations('recurring');
  const format = useFormat();
  const { coin, purchases, averagePrice } = plan;
  if (averagePrice === null) return null;
  return (
    <Cluster as="p" gap={4} rowGap={0} align="stretch" wrap size="s" tone="soft">
      <span>
        {protectFigures(
          t('sum', {
            count: purchases,
            shown: format.digits(purchases),
            bought: format.money(plan.bought, coin),
            spent: format.money(plan.spent, 'TOMAN'),
          }),
        )}
      </span>
      <span>{protectFigures(t('average', { price: formatPriceLimit(plan, averagePrice, format) }))}</span>
    </Cluster>
  );
}

function PlanActions({ plan, onEdit }: PlanRowProps) {
  const t = useTranslations('recurring');
  const { coin } = useFormat();
  const failure = useErrorMessages();
  const pause = usePausePlan();
  const end = useEndPlan();
  const [isConfirming, setIsConfirming] = useState(false);
  const paused = plan.state === 'PAUSED';
  const name = coin(plan.coin);
  const togglePause = () =>
    pause.mutate(plan, {
      onSuccess: () => toast(t(paused ? 'resumed' : 'paused'), 'done'),
      onError: failure.show,
    });
  const endPlan = () =>
    end.mutate(plan.id, {
      onSuccess: () => {
        setIsConfirming(false);
        toast(t('ended'), 'done');
      },
      onError: failure.show,
    });
  return (
    <>
      <Button variant="ghost" size="s" aria-label={t('editOf', { coin: name })} onClick={() => onEdit(plan)}>
        {t('edit')}
      </Button>
      <Button variant="ghost" size="s" busy={pause.isPending} onClick={togglePause}>
        {t(paused ? 'resume' : 'pause')}
      </Button>
      <Button variant="ghost" size="s" aria-haspopup="dialog" onClick={() => setIsConfirming(true)}>
        {t('end')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        danger
        busy={end.isPending}
        title={t('endTitle', { coin: name })}
        text={t('endText')}
        confirm={t('endConfirm')}
        onConfirm={endPlan}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  );
}
