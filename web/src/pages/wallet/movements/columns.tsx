import type { Movement } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { MovementChange } from '../../../transfers/movement-change.tsx';
import { createOpenColumn, OpenRow } from '../../../transfers/open-row.tsx';
import { useMovementText } from '../../../transfers/use-movement-text.ts';
import { TwoLine } from '../../../ui/layout/layout.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { CoinIcon } from '../../../ui/values/coin-icon.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { getCausePage, getReceiptReference } from './filter.ts';
import css from './movements.module.css';

type OpenReceipt = (of: NonNullable<ReturnType<typeof getReceiptReference>>) => void;

/** `onOpen` opens the receipt of a movement's cause. */
export function useMovementColumns(onOpen: OpenReceipt): Column<Movement>[] {
  const t = useTranslations('wallet.movements');
  const { dateTime } = useFormat();
  const movementText = useMovementText();
  return [
    {
      key: 'what',
      head: t('head.what'),
      cell: (row) => (
        <span className={css.what}>
          <CoinIcon coin={row.relatedCoin} size={28} />
          <TwoLine>
            <strong>{movementText.what(row)}</strong>
            <small>{movementText.why(row)}</small>
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
    createOpenColumn(t('head.receipt'), (row) => (
      <MovementLink row={row} what={movementText.what(row)} onOpen={onOpen} />
    )),
  ];
}

function MovementLink({ row, what, onOpen }: { row: Movement; what: string; onOpen: OpenReceipt }) {
  const t = useTranslations('wallet.movements');
  const { dateTime } = useFormat();
  const name = `${what}, ${dateTime(row.createdAtDateTime)}`;
  const receipt = getReceiptReference(row);
  if (receipt !== null) return <OpenRow label={t('open', { what: name })} onClick={() => onOpen(receipt)} />;
  const page = getCausePage(row);
  return page && <OpenRow label={t('see', { what: name })} to={page} />;
}
