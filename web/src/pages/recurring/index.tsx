import { MAX_RECURRING } from '@sarraf/domain';
import type { RecurringPlan } from '@sarraf/domain/contracts';
import { IconPlus, IconRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { accountQuery } from '../../lib/queries/queries.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/loaded.tsx';
import { Card } from '../../ui/layout/card.tsx';
import {
  AutomationList,
  AutomationNote,
  AutomationPage,
  AutomationSkeleton,
} from '../../ui/layout/standing.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { PlanRow } from './plan-row.tsx';
import { plansQuery } from './queries.ts';
import { Turns } from './turns.tsx';

type OpenedPlan = { plan: RecurringPlan | null };

/** Recurring purchases. `?coin=` and `?amount=`: opens a new plan like the last purchase. */
export function Page() {
  const t = useTranslations('recurring');
  const { digits } = useFormat();
  const [search] = useSearchParams();
  const [preset] = useState(() => ({ coin: search.get('coin'), amount: search.get('amount') }));
  const [openedPlan, setOpenedPlan] = useState<OpenedPlan>({ plan: null });
  const [open, setOpen] = useState(preset.coin !== null);
  const query = useQuery(plansQuery);
  const { data: account } = useQuery(accountQuery);
  useTitle(t('title'));
  const openDialog = (plan: RecurringPlan | null) => {
    setOpenedPlan({ plan });
    setOpen(true);
  };
  const activeCount = query.data?.filter(({ state }) => state !== 'ENDED').length ?? 0;
  return (
    <AutomationPage
      title={t('title')}
      lead={t('lead')}
      action={
        <Button
          icon={<IconPlus size={18} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => openDialog(null)}
        >
          {t('new')}
        </Button>
      }
    >
      {account?.frozen && <Callout tone="warn">{t('frozen')}</Callout>}
      <QueryBoundary query={query} skeleton={<AutomationSkeleton rows={2} />}>
        {(plans) =>
          plans.length === 0 ? (
            <NoPlans onAsk={() => openDialog(null)} />
          ) : (
            <>
              <AutomationList label={t('label')}>
                {plans.map((plan) => (
                  <PlanRow key={plan.id} plan={plan} onEdit={openDialog} />
                ))}
              </AutomationList>
              <AutomationNote>
                {t('count', { count: digits(activeCount), most: digits(MAX_RECURRING) })}. {t('note')}
              </AutomationNote>
              <Turns />
            </>
          )
        }
      </QueryBoundary>
      <PlanDialog open={open} onClose={() => setOpen(false)} plan={openedPlan.plan} preset={preset} />
    </AutomationPage>
  );
}

function NoPlans({ onAsk }: { onAsk: () => void }) {
  const t = useTranslations('recurring');
  return (
    <Card>
      <EmptyState
        icon={<IconRepeat size={26} />}
        title={t('emptyTitle')}
        text={t('emptyText')}
        action={
          <Button aria-haspopup="dialog" onClick={onAsk}>
            {t('emptyAction')}
          </Button>
        }
      />
    </Card>
  );
}
