import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useTermsQuery } from '../queries.ts';
import { Definitions, Section, useSay } from '../section.tsx';

const TIMES = ['GTC', 'IOC', 'FOK', 'GTD'] as const;
const PREVENTIONS = ['NEWEST', 'OLDEST', 'BOTH'] as const;
const WAITING = ['stop', 'profit', 'trailing', 'oco', 'bracket'] as const;

/** Order types, and the states of an order. */
export function Orders() {
  const t = useTranslations('developers.orders');
  const say = useSay();
  return (
    <>
      <Section id="time-in-force" title={t('times')}>
        <Definitions of={TIMES.map((name) => ({ name, text: say(`orders.time.${name}`) }))} />
        <p>{say('orders.market')}</p>
      </Section>
      <Section id="own" title={t('own')}>
        <Definitions
          of={(['postOnly', 'displayAmount', 'clientOrderId'] as const).map((name) => ({
            name,
            text: say(`orders.${name}`),
          }))}
        />
        <h3>{t('prevention')}</h3>
        <p>{say('orders.preventionText')}</p>
        <Definitions of={PREVENTIONS.map((name) => ({ name, text: say(`orders.self.${name}`) }))} />
      </Section>
      <Section id="changes" title={t('change')}>
        <p>{say('orders.changeText')}</p>
        <BatchRequests />
      </Section>
      <Section id="waiting" title={t('waiting')}>
        <p>{say('orders.waitingText')}</p>
        <Definitions
          of={WAITING.map((kind) => ({
            name: t(`kind.${kind}.name`),
            text: say(`orders.kind.${kind}.text`),
            code: false,
          }))}
        />
        <p>{say('orders.waitingMore')}</p>
      </Section>
    </>
  );
}

/** Requests for several orders, with their maximum number. */
function BatchRequests() {
  const say = useSay();
  const { digits } = useFormat();
  const { data } = useQuery(useTermsQuery());
  if (!data) return null;
  const { batch, cancelAfter, openOrders, allOpenOrders } = data.baseDTO;
  return (
    <Definitions
      of={[
        { name: 'POST /api/orders/batch', text: say('orders.batch', { most: digits(batch) }) },
        { name: 'DELETE /api/orders', text: say('orders.cancelAll') },
        {
          name: 'POST /api/orders/cancel-after',
          text: say('orders.cancelAfter', { most: digits(cancelAfter) }),
        },
        {
          name: 'TOO_MANY_OPEN_ORDERS',
          text: say('orders.open', { one: digits(openOrders), all: digits(allOpenOrders) }),
        },
      ]}
    />
  );
}
