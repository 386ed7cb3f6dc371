import type { GatewaySettlementLine, gatewaySettlementLines } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { useCursorPagination } from '../../../../lib/queries/use-pages.ts';
import { TwoLine } from '../../../../ui/layout/layout.tsx';
import type { Column } from '../../../../ui/tables/data-table.tsx';
import { Money } from '../../../../ui/values/money.tsx';
import { ResourceList } from '../../shared/resource-list.tsx';

/**
 * The differences: lines of the gateway that match no payment of ours, and payments of ours missing from its
 * report.
 */
export function SettlementLines({ id }: { id: string }) {
  const t = useTranslations('treasury.gateways.line');
  const columns = useLineColumns();
  const pages = useCursorPagination<GatewaySettlementLine>(
    ['backoffice', 'gateway-settlements', 'lines', id],
    (page, signal) =>
      call<typeof gatewaySettlementLines>('GET', '/backoffice/gateway-settlements/:id/lines', {
        params: { id },
        query: { ...page, troubled: true },
        signal,
      }),
  );
  return <ResourceList label={t('caption')} columns={columns} pages={pages} empty={t('empty')} />;
}

function useLineColumns(): Column<GatewaySettlementLine>[] {
  const t = useTranslations('treasury.gateways.line');
  return [
    {
      key: 'trouble',
      head: t('trouble'),
      headless: true,
      cell: ({ trouble, reference }) => (
        <TwoLine>
          {trouble && t(trouble)}
          <small>
            <bdi className="latin">{reference}</bdi>
          </small>
        </TwoLine>
      ),
    },
    {
      key: 'amount',
      head: t('amount'),
      end: true,
      cell: ({ amount, trouble }) => <Money value={trouble === 'MISSING' ? null : amount} asset="TOMAN" />,
    },
    {
      key: 'booked',
      head: t('booked'),
      end: true,
      cell: ({ booked }) => <Money value={booked} asset="TOMAN" />,
    },
  ];
}
