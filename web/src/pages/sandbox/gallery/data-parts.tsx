import type { Coin } from '@sarraf/domain';
import { ALL_ASSETS } from '@sarraf/domain';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Donut } from '../../../ui/charts/donut.tsx';
import { Sparkline } from '../../../ui/charts/sparkline.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx';
import { CoinIcon } from '../../../ui/values/coin-icon.tsx';
import { CoinLabel } from '../../../ui/values/coin-label.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { Percent } from '../../../ui/values/percent.tsx';
import { Price } from '../../../ui/values/price.tsx';
import css from './gallery.module.css';

interface Row {
  coin: Coin;
  price: string;
  change: string;
  week: string[];
}

const ROWS: Row[] = [
  { coin: 'BITCOIN', price: '12813100000', change: '2.4', week: ['1', '2', '1.8', '3', '2.7', '4', '4.4'] },
  { coin: 'ETHEREUM', price: '461200000', change: '-1.1', week: ['4', '3', '3.2', '2', '2.4', '1'] },
  { coin: 'TETHER', price: '118175', change: '0', week: ['1', '1.1', '1', '1.2', '1.1'] },
];

const COLUMNS: Column<Row>[] = [
  { key: 'coin', head: 'نام', cell: (row) => <CoinLabel coin={row.coin} />, headless: true },
  {
    key: 'price',
    head: 'آخرین قیمت',
    cell: (row) => <Price value={row.price} coin={row.coin} quote="TOMAN" flash />,
    end: true,
  },
  {
    key: 'change',
    head: 'تغییر ۲۴ ساعت',
    cell: (row) => <Percent value={row.change} variant="chip" />,
    end: true,
  },
  { key: 'week', head: 'هفته', cell: (row) => <Sparkline points={row.week} />, wideOnly: true },
  {
    key: 'action',
    head: <span className="hidden">کار</span>,
    cell: () => (
      <Button variant="ghost" size="s">
        معامله
      </Button>
    ),
    end: true,
    wideOnly: true,
  },
];

export function DataParts() {
  const { compact, dateTime, number } = useFormat();
  return (
    <div className={css.stack}>
      <Card padding="flush">
        <DataTable still caption="بازارها" columns={COLUMNS} rows={ROWS} rowKey={(row) => row.coin} />
      </Card>
      <Card padding="flush">
        <DataTable
          still
          caption="بازارها"
          columns={COLUMNS}
          rows={[]}
          rowKey={(row) => row.coin}
          loading
          skeletonRows={2}
        />
      </Card>
      <div className={css.stack}>
        <div className={css.line}>
          <Donut
            label="ترکیب دارایی"
            slices={[
              { key: 'a', share: 50 },
              { key: 'b', share: 25 },
              { key: 'c', share: 15 },
              { key: 'd', share: 7 },
              { key: 'e', share: 3 },
            ]}
          >
            <strong>{compact('1842000000')}</strong>
            <small>تومان</small>
          </Donut>
          <div className={css.stack}>
            <span>{dateTime('2026-11-20T13:12:00Z')}</span>
            <span>{compact('96000000000000')}</span>
            <span>{compact('2740000')}</span>
            <span>{number('184200')}</span>
            <Percent value="-3.25" />
            <Money value={null} asset="TOMAN" />
          </div>
        </div>
        <div className={css.line}>
          {ALL_ASSETS.map((asset) => (
            <CoinIcon key={asset} coin={asset} size={36} />
          ))}
        </div>
      </div>
    </div>
  );
}
