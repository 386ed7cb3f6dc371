import { formatMarketType } from '@sarraf/domain';
import { IconClipboardList } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useOrderReceipt } from '../../../orders/order-receipt.tsx';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import type { OrderFormModel } from '../order-form/use-order-form.ts';
import type { OrdersScope } from '../panels.ts';
import { EndedOrders } from './ended-orders.tsx';
import { OpenOrders } from './open-orders.tsx';
import css from './orders-panel.module.css';
import { useOpenOrders } from './use-orders.ts';

/** The person's open orders, and their closed ones. */
export function OrdersPanel({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.orders');
  const tAction = useTranslations('exchange.action');
  const { session, verified } = model;
  if (!session.signedIn) {
    return (
      <OrdersPlaceholder title={t('login')} text={t('loginText')}>
        <LinkButton to="/login" variant="ghost">
          {tAction('login')}
        </LinkButton>
      </OrdersPlaceholder>
    );
  }
  if (session.account && !verified) return <OrdersPlaceholder title={t('verify')} text={t('verifyText')} />;
  return <OrderLists model={model} />;
}

function OrdersPlaceholder({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return <EmptyState icon={<IconClipboardList size={26} />} title={title} text={text} action={children} />;
}

type OrdersTab = 'open' | 'history';

function OrderLists({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.orders');
  const format = useFormat();
  const [tab, setTab] = useState<OrdersTab>('open');
  const [scope, setScope] = useState<OrdersScope>('here');
  const { show, receipt } = useOrderReceipt();
  const type = formatMarketType(model.market.coin, model.market.quote);
  const open = useOpenOrders(scope === 'here' ? type : null);
  const count = open.rows.length;
  return (
    <div className={css.panel}>
      <Tabs
        label={t('title')}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            key: 'open',
            label:
              count > 0
                ? t('openCount', { count: format.digits(count) + (open.hasMore ? '+' : '') })
                : t('open'),
          },
          { key: 'history', label: t('history') },
        ]}
      >
        {tab === 'open' ? (
          <OpenOrders {...{ model, open, scope }} onScope={setScope} onDetail={show} />
        ) : (
          <EndedOrders marketType={type} onDetail={show} />
        )}
      </Tabs>
      {receipt}
    </div>
  );
}
