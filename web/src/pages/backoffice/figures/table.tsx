import type { Figures } from '@sarraf/domain/contracts';
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
import type { Per } from './tile.tsx';

const FEW = 7;

/** The statistics as a table: the latest rows, and all on request. */
export function FiguresTable({ rows, per }: { rows: readonly Figures[]; per: Per }) {
  const t = useTranslations('staffFigures.figures');
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, FEW);
  return (
    <Card padding="flush" className={css.list} title={t(`table.${per}`)}>
      <DataTable
        caption={t(`table.${per}`)}
        columns={useColumns(per)}
        rows={shown}
        rowKey={({ day }) => day}
        still
      />
      {!all && rows.length > FEW && (
        <div className={own.more}>
          <Button variant="ghost" size="s" onClick={() => setAll(true)}>
            {t(`all.${per}`)}
          </Button>
        </div>
      )}
    </Card>
  );
}

function useColumns(per: Per): Column<Figures>[] {
  const t = useTranslations('staffFigures.figures');
  const { number, date, month } = useTimes();
  const count = (key: 'newPeople' | 'verified' | 'activeTraders'): Column<Figures> => ({
    key,
    head: t(`figure.${key}`),
    end: true,
    cell: (row) => number(row[key]),
  });
  const toman = (
    key: 'quickVolume' | 'bookVolume' | 'netFees',
    under?: 'quickTrades' | 'bookTrades',
  ): Column<Figures> => ({
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
    count('newPeople'),
    count('verified'),
    count('activeTraders'),
    toman('quickVolume', 'quickTrades'),
    toman('bookVolume', 'bookTrades'),
    toman('netFees'),
  ];
}

function useTimes() {
  const { number, date, language } = useFormat();
  const locale = language === 'fa' ? 'fa-IR-u-ca-persian' : 'en-GB';
  const months = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', year: 'numeric', month: 'long' });
  return { number, date, month: (day: string) => months.format(new Date(`${day}T00:00:00Z`)) };
}
