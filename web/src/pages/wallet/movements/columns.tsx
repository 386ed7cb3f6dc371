import type { Movement } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { MovementChange } from '../../../transfers/movement-change.tsx';
import { OpenRow } from '../../../transfers/open-row.tsx';
import { useMovementWords } from '../../../transfers/use-movement-words.ts';
import { TwoLine } from '../../../ui/layout/layout.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { CoinIcon } from '../../../ui/values/coin-icon.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { pageOf, receiptOf } from './filter.ts';
import css from './movements.module.css';

type Open = (of: NonNullable<ReturnType<typeof receiptOf>>) => void;

/** `onOpen` opens the receipt of a movement's cause. */
export function useMovementColumns(onOpen: Open): Column<Movement>[] {
  const t = useTranslations('wallet.movements');
  const { dateTime } = useFormat();
  const words = useMovementWords();
  return [
    {
      key: 'what',
      head: t('head.what'),
      cell: (row) => (
        <span className={css.what}>
          <CoinIcon coin={row.relatedCoin} size={28} />
          <TwoLine>
            <strong>{words.what(row)}</strong>
            <small>{words.why(row)}</small>
          </TwoLine>
        </span>
      ),
      headless: true,
    },
    {
      key: 'time',
      head: t('head.time'),
      cell: ({ createdAtDateTime }) => <bdi className={css.time}>{dateTime(createdAtDateTime)}</bdi>,
      headless: true,
    },
    {
      key: 'amount',
      head: t('head.amount'),
      cell: (row) => <MovementChange row={row} />,
      end: true,
      headless: true,
    },
    {
      key: 'after',
      head: t('head.after'),
      cell: ({ credit, relatedCoin }) => <Money value={credit} asset={relatedCoin} className={css.after} />,
      end: true,
      wideOnly: true,
    },
    {
      key: 'receipt',
      head: <span className="hidden">{t('head.receipt')}</span>,
      cell: (row) => <More row={row} what={words.what(row)} onOpen={onOpen} />,
      end: true,
      headless: true,
    },
  ];
}

function More({ row, what, onOpen }: { row: Movement; what: string; onOpen: Open }) {
  const t = useTranslations('wallet.movements');
  const { dateTime } = useFormat();
  const name = `${what}, ${dateTime(row.createdAtDateTime)}`;
  const receipt = receiptOf(row);
  if (receipt !== null) return <OpenRow label={t('open', { what: name })} onClick={() => onOpen(receipt)} />;
  const page = pageOf(row);
  return page && <OpenRow label={t('see', { what: name })} to={page} />;
}
