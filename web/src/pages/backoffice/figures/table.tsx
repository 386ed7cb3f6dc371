import type { BusinessFigures } from '@sarraf/domain/contracts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx';
import { Money } from '../../../ui/values/money.tsx';
import css from '../shared/parts.module.css';
import own from './figures.module.css';
import type { PeriodUnit } from './tile.tsx';

const INITIAL_ROWS = 7;

/** The statistics as a table: the latest rows, and all on request. */
export function FiguresTable({ rows, per }: { rows: readonly BusinessFigures[]; per: PeriodUnit }) {
  const t = useTranslations('staffFigures.figures');
  const [showsAll, setShowsAll] = useState(false);
  const visibleRows = showsAll ? rows : rows.slice(0, INITIAL_ROWS);
  return (
    <Card padding="flush" className={css.list} title={t(`table.${per}`)}>
      <DataTable
        caption={t(`table.${per}`)}
        columns={useFigureColumns(per)}
        rows={visibleRows}
        rowKey={({ day }) => day}
        still
      />
      {!showsAll && rows.length > INITIAL_ROWS && (
        <div className={own.more}>
          <Button variant="ghost" size="s" onClick={() => setShowsAll(true)}>
            {t(`all.${per}`)}
          </Button>
        </div>
      )}
    </Card>
  );
}

function useFigureColumns(per: PeriodUnit): Column<BusinessFigures>[] {
  const t = useTranslations('staffFigures.figures');
  const { number, date, month } = usePeriodFormat();
  const createCountColumn = (key: 'newPeople' | 'verified' | 'activeTraders'): Column<BusinessFigures> => ({
    key,
    head: t(`figure.${key}`),
    end: true,
    cell: (row) => number(row[key]),
  });
  const createTomanColumn = (
    key: 'quickVolume' | 'bookVolume' | 'netFees',
    under?: 'quickTrades' | 'bookTrades',
  ): Column<BusinessFigures> => ({
    key,
    head: t(`figure.${key}`),
    end: true,
    cell: (row) => (
      <Stack as="span" align="end">
        <Money value={row[key]} asset="TOMAN" decimals={0} />
        {under && <small>{t('count', { count: row[under], shown: number(row[under]) })}</small>}
      </Stack>
    ),
  });
  return [
    {
      key: 'day',
      head: t(`time.${per}`),
      headless: true,
      cell: ({ day }) => <bdi>{per === 'DAY' ? date(day) : month(day)}</bdi>,
    },
    createCountColumn('newPeople'),
    createCountColumn('verified'),
    createCountColumn('activeTraders'),
    createTomanColumn('quickVolume', 'quickTrades'),
    createTomanColumn('bookVolume', 'bookTrades'),
    createTomanColumn('netFees'),
  ];
}

function usePeriodFormat() {
  const { number, date, language } = useFormat();
  const locale = language === 'fa' ? 'fa-IR-u-ca-persian' : 'en-GB';
  const months = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', year: 'numeric', month: 'long' });
  return { number, date, month: (day: string) => months.format(new Date(`${day}T00:00:00Z`)) };
}
