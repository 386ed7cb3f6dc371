import type { Movement, movements, orderDetail, QueryOf } from '@sarraf/domain/contracts';
import { IconArrowLeft, IconListDetails } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../../framework/navigation/router.tsx';
import { useTitle } from '../../../framework/navigation/use-title.ts';
import { call } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { useOrderReceipt } from '../../../orders/order-receipt.tsx';
import { NoMatch } from '../../../transfers/no-match.tsx';
import { useTransferReceipt } from '../../../transfers/use-transfer-receipt.tsx';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, Stack, Text } from '../../../ui/layout/layout.tsx';
import { PagedTable } from '../../../ui/tables/paged-table.tsx';
import { useMovementColumns } from './columns.tsx';
import {
  hasReversedDates,
  isFiltered,
  NO_FILTER,
  parseMovementFilter,
  toMovementSearch,
  toQueryParams,
} from './filter.ts';
import { MovementFilters } from './filters.tsx';
import css from './movements.module.css';

const PAGE_SIZE = 20;
/** A shorter delay of the list is not shown. */
const MIN_SHOWN_DELAY_MS = 60_000;

/** `?coin=BITCOIN&kind=FEE&from=2026-11-01` filters the list. */
export function Page() {
  const t = useTranslations('wallet.movements');
  useTitle(t('title'));
  const [search, setSearch] = useSearchParams();
  const filter = parseMovementFilter(search);
  const isReversed = hasReversedDates(filter);
  const pages = useCursorPagination<Movement, Awaited<ReturnType<typeof fetchMovements>>>(
    ['movements', toMovementSearch(filter)],
    (page, signal) => fetchMovements({ ...page, ...toQueryParams(filter) }, signal),
    PAGE_SIZE,
    { enabled: !isReversed },
  );
  const { show, receipt } = useOrderReceipt();
  const failure = useErrorMessages();
  const order = useMutation({
    mutationFn: async (id: string) =>
      (await call<typeof orderDetail>('GET', '/orders/:id', { params: { id } })).baseDTO,
    onSuccess: show,
    onError: failure.show,
  });
  const transfer = useTransferReceipt();
  const columns = useMovementColumns(({ kind, id }) =>
    kind === 'ORDER' ? order.mutate(id) : transfer.show({ kind, id }),
  );
  const noMatch = { title: t('noMatch'), text: t('noMatchText'), clear: t('clear') };
  const choose = (next: typeof filter) => setSearch(toMovementSearch(next), { replace: true });

  return (
    <Stack as="main" gap={4}>
      <Stack gap={1}>
        <Cluster gap={3} justify="between" wrap>
          <h1>{t('title')}</h1>
          <LinkButton
            to="/profile/wallet"
            variant="text"
            size="s"
            icon={<IconArrowLeft size={18} className="flip" aria-hidden />}
          >
            {t('back')}
          </LinkButton>
        </Cluster>
        <Text tone="soft" size="sm">
          {t('lead')}
        </Text>
      </Stack>
      <MovementFilters filter={filter} onChange={choose} dateError={isReversed ? t('badDates') : null} />
      <Card padding="flush" aria-label={t('title')}>
        <DelayNotice until={pages.first?.completeUntil} />
        <PagedTable
          caption={t('title')}
          columns={columns}
          pages={pages}
          rowKey={(row) => row.id}
          skeletonRows={8}
          className={css.rows}
          empty={
            isFiltered(filter) ? (
              <NoMatch words={noMatch} onClear={() => choose(NO_FILTER)} />
            ) : (
              <NoMovements />
            )
          }
        />
      </Card>
      {receipt}
      {transfer.receipt}
    </Stack>
  );
}

const fetchMovements = (query: QueryOf<typeof movements>, signal: AbortSignal) =>
  call<typeof movements>('GET', '/movements', { query, signal });

/**
 * The worker assigns movements to persons after they were committed; if it is behind, the list shows from when on
 * they are missing.
 */
function DelayNotice({ until }: { until: string | undefined }) {
  const t = useTranslations('wallet.movements');
  const { dateTime } = useFormat();
  if (until === undefined || Date.now() - Date.parse(until) < MIN_SHOWN_DELAY_MS) return null;
  return (
    <Text as="p" size="s" tone="soft" className={css.late} role="status">
      {t('settling', { time: dateTime(until) })}
    </Text>
  );
}

function NoMovements() {
  const t = useTranslations('wallet');
  return (
    <EmptyState
      icon={<IconListDetails size={26} />}
      title={t('movements.none')}
      text={t('movements.noneText')}
      action={<LinkButton to="/profile/wallet?deposit=TOMAN">{t('toman.deposit')}</LinkButton>}
    />
  );
}
