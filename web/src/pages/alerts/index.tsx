import { MAX_ALERTS } from '@sarraf/domain';
import type { PriceAlert } from '@sarraf/domain/contracts';
import { IconBellPlus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AlertDialog } from '../../alerts/alert-dialog.tsx';
import { getAlertPrice } from '../../alerts/form.ts';
import { polledAlertsQuery } from '../../alerts/queries.ts';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { usePrices } from '../../lib/market/prices.ts';
import type { Market } from '../../trade-box/form.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/loaded.tsx';
import { Card } from '../../ui/layout/card.tsx';
import {
  AutomationList,
  AutomationNote,
  AutomationPage,
  AutomationSkeleton,
} from '../../ui/layout/standing.tsx';
import { AlertRow } from './alert-row.tsx';

/** The person's active and triggered price alerts. */
export function Page() {
  const t = useTranslations('alerts.list');
  const { language, digits } = useFormat();
  const [isFormOpen, setIsFormOpen] = useState(false);
  const query = useQuery(polledAlertsQuery);
  useTitle(t('title'));
  const openForm = () => setIsFormOpen(true);
  const heading = useRef<HTMLHeadingElement>(null);
  const count = query.data?.length ?? 0;
  return (
    <AutomationPage
      title={t('title')}
      titleRef={heading}
      lead={t('lead')}
      action={
        <Button icon={<IconPlus size={18} aria-hidden />} aria-haspopup="dialog" onClick={openForm}>
          {t('new')}
        </Button>
      }
    >
      <QueryBoundary query={query} skeleton={<AutomationSkeleton rows={3} />}>
        {(alerts) =>
          alerts.length === 0 ? (
            <NoAlerts onAsk={openForm} />
          ) : (
            <AlertRows alerts={alerts} onRemoved={() => heading.current?.focus()} />
          )
        }
      </QueryBoundary>
      {count > 0 && (
        <AutomationNote>
          {t('count', { count: digits(count), most: digits(MAX_ALERTS) })}. {t('note')}
        </AutomationNote>
      )}
      <AlertDialog
        open={isFormOpen}
        onClose={() => setIsFormOpen(false)}
        market={{ coin: 'BITCOIN', quote: language === 'fa' ? 'TOMAN' : 'TETHER' }}
        pick
      />
    </AutomationPage>
  );
}

function AlertRows({ alerts, onRemoved }: { alerts: readonly PriceAlert[]; onRemoved: () => void }) {
  const t = useTranslations('alerts.list');
  const [toman, tether] = [usePrices('TOMAN'), usePrices('TETHER')];
  const getPrice = (market: Market) =>
    getAlertPrice((market.quote === 'TOMAN' ? toman : tether).forCoin(market.coin), market);
  const loading = toman.loading || tether.loading;
  return (
    <AutomationList label={t('label')}>
      {alerts.map((alert) => (
        <AlertRow key={alert.id} {...{ alert, priceOf: getPrice, loading, onRemoved }} />
      ))}
    </AutomationList>
  );
}

function NoAlerts({ onAsk }: { onAsk: () => void }) {
  const t = useTranslations('alerts.list');
  return (
    <Card>
      <EmptyState
        icon={<IconBellPlus size={26} />}
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
