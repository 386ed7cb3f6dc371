import { COINS, type Coin } from '@sarraf/domain';
import type { BusinessRow, CoinSources, PriceSourceState, priceSources } from '@sarraf/domain/contracts';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  type TablerIcon,
} from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toPaginatedList } from '../../../lib/queries/use-pages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Select } from '../../../ui/fields/select.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { Percent } from '../../../ui/values/percent.tsx';
import { rowsQuery } from '../rows/queries.ts';
import { RowDialog } from '../rows/row-dialog.tsx';
import own from '../rows/rows.module.css';
import { FieldCell, stripTrailingZeros, useChangeTitle, useSourceName } from '../rows/words.tsx';
import css from '../shared/parts.module.css';
import { ResourceList } from '../shared/resource-list.tsx';

const REFETCH_MS = 5_000;
/** Decimals of source prices: the cheapest coins have eight. */
const PRICE_DECIMALS = 8;

const sourcePricesQuery = queryOptions({
  queryKey: ['backoffice', 'rows', 'heard'],
  queryFn: async ({ signal }): Promise<CoinSources[]> =>
    (await call<typeof priceSources>('GET', '/backoffice/price-sources', { signal })).content,
  refetchInterval: REFETCH_MS,
});

type SourcePrices = CoinSources['sources'][number];
/** One source of the chosen coin: its price, and the settings of staff. */
type SourceRow = SourcePrices & Pick<CoinSources, 'unit'> & { set: BusinessRow | null };

/** The price of a coin at each source, and the sources' weights. */
export function PriceSources() {
  const t = useTranslations('businessRows.sources');
  const { coin: coinName } = useFormat();
  const [coin, setCoin] = useState<Coin>('BITCOIN');
  const sourcePrices = useQuery(sourcePricesQuery);
  const { data: settings = [] } = useQuery(rowsQuery('priceSource'));
  const [editedSource, setEditedSource] = useState<string | null>(null);
  const columns = useSourceColumns(setEditedSource);
  const chosen = sourcePrices.data?.find((one) => one.coin === coin);
  const rows = (chosen?.sources ?? []).map(
    (source): SourceRow => ({
      ...source,
      unit: chosen?.unit ?? 'TETHER',
      set: settings.find(({ key }) => key === `${coin}.${source.source}`) ?? null,
    }),
  );
  return (
    <>
      <ResourceList
        label={t('title')}
        titled
        aside={
          <Select
            label={t('coin')}
            variant="pill"
            value={coin}
            options={COINS.map((value) => ({ value, label: coinName(value) }))}
            onChange={setCoin}
          />
        }
        note={<PriceNote chosen={chosen} />}
        columns={columns}
        pages={{ ...toPaginatedList(sourcePrices), rows }}
        rowKey={({ source }) => source}
        skeletonRows={10}
      />
      <RowDialog
        kind="priceSource"
        row={settings.find(({ key }) => key === editedSource) ?? null}
        rows={settings}
        onClose={() => setEditedSource(null)}
      />
    </>
  );
}

function PriceNote({ chosen }: { chosen: CoinSources | undefined }) {
  const t = useTranslations('businessRows.sources');
  return (
    <div className={own.note}>
      <p>{t('note')}</p>
      {chosen?.halt && (
        <p className={cx(css.state, css.bad)} role="status">
          <IconAlertTriangle size={18} aria-hidden />
          {t(`halt.${chosen.halt}`)}
        </p>
      )}
      {chosen?.reference && (
        <p>
          {t('reference')}{' '}
          <Money value={stripTrailingZeros(chosen.reference)} asset={chosen.unit} decimals={PRICE_DECIMALS} />
        </p>
      )}
    </div>
  );
}

function useSourceColumns(onEdit: (key: string) => void): Column<SourceRow>[] {
  const t = useTranslations('businessRows.sources');
  const rows = useTranslations('businessRows');
  const { digits } = useFormat();
  const getSourceName = useSourceName();
  const title = useChangeTitle();
  return [
    {
      key: 'name',
      head: t('source'),
      headless: true,
      cell: ({ source }) => <strong>{getSourceName(source)}</strong>,
    },
    { key: 'state', head: t('stateHead'), cell: ({ state }) => <SourceState state={state} /> },
    {
      key: 'price',
      head: t('price'),
      end: true,
      cell: ({ price, unit }) => (
        <Money value={price && stripTrailingZeros(price)} asset={unit} decimals={PRICE_DECIMALS} />
      ),
    },
    {
      key: 'inToman',
      head: t('inToman'),
      end: true,
      cell: ({ priceInToman }) => (
        <Money value={priceInToman && stripTrailingZeros(priceInToman)} asset="TOMAN" decimals={0} />
      ),
    },
    { key: 'distance', head: t('distance'), end: true, cell: ({ distance }) => <Percent value={distance} /> },
    {
      key: 'age',
      head: t('age'),
      end: true,
      cell: ({ ageSeconds }) => (ageSeconds === null ? '—' : t('seconds', { count: digits(ageSeconds) })),
    },
    {
      key: 'weight',
      head: rows('field.weight'),
      end: true,
      cell: ({ set }) => (
        <FieldCell kind="priceSource" rowKey={set?.key ?? ''} name="weight" value={set?.values.weight} />
      ),
    },
    {
      key: 'ways',
      head: <span className="hidden">{rows('change')}</span>,
      headless: true,
      end: true,
      cell: ({ set }) =>
        set && (
          <Button
            variant="text"
            size="s"
            aria-label={title('priceSource', set.key)}
            onClick={() => onEdit(set.key)}
          >
            {rows('change')}
          </Button>
        ),
    },
  ];
}

const STATE_STYLES: Record<PriceSourceState, { icon: TablerIcon; look: 'good' | 'waiting' | 'bad' }> = {
  COUNTED: { icon: IconCircleCheck, look: 'good' },
  OFF: { icon: IconCircleX, look: 'waiting' },
  SILENT: { icon: IconCircleDashed, look: 'waiting' },
  NO_PRICE: { icon: IconCircleX, look: 'bad' },
  STALE: { icon: IconCircleDashed, look: 'bad' },
  UNCONFIRMED: { icon: IconCircleDashed, look: 'waiting' },
  OUT_OF_BAND: { icon: IconAlertTriangle, look: 'bad' },
};

function SourceState({ state }: { state: PriceSourceState }) {
  const t = useTranslations('businessRows.sources.state');
  const { icon: Icon, look } = STATE_STYLES[state];
  return (
    <span className={cx(css.state, css[look])}>
      <Icon size={18} aria-hidden />
      {t(state)}
    </span>
  );
}
