import type { Figures, figures, ReplyOf } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Stack } from '../../../ui/layout/layout.tsx';
import own from './figures.module.css';
import { type Per, Tile } from './tile.tsx';

export type FiguresView = ReplyOf<typeof figures>['baseDTO'];

type Figure = Exclude<keyof Figures, 'day' | 'quickTrades' | 'bookTrades' | 'referral'>;
interface Group {
  key: 'people' | 'trades' | 'money' | 'queues';
  figures: readonly Figure[];
}

export const GROUPS: readonly Group[] = [
  { key: 'people', figures: ['newPeople', 'verified', 'activeTraders'] },
  { key: 'trades', figures: ['quickVolume', 'bookVolume', 'fees', 'netFees'] },
  {
    key: 'money',
    figures: ['tomanDeposits', 'tomanWithdrawals', 'coinDeposits', 'coinWithdrawals', 'storeReceipts'],
  },
  { key: 'queues', figures: ['waitingReviews', 'waitingWithdrawals', 'waitingTickets', 'openOrders'] },
];

/** Formats a statistic: Toman is decimal text, a count a number. */
export function useFigure(): (value: string | number | null) => string | null {
  const { compact, number } = useFormat();
  const t = useTranslations('staffFigures.figures');
  return (value) => {
    if (value === null) return null;
    if (typeof value === 'number') return number(value);
    const size = compact(value.replace('-', ''));
    return t('toman', { value: value.startsWith('-') ? `\u2066−${size}\u2069` : size });
  };
}

export function TileGroup({ group, rows, per }: { group: Group; rows: readonly Figures[]; per: Per }) {
  const t = useTranslations('staffFigures.figures');
  const shown = useFigure();
  const hintOf = useHint();
  const [now, before] = rows;
  return (
    <Stack as="section" gap={3} className={own.group}>
      <h2>{t(`group.${group.key}`)}</h2>
      <div className={own.tiles}>
        {group.figures.map((figure) => (
          <Tile
            key={figure}
            label={t(`figure.${figure}`)}
            hint={hintOf(figure, now)}
            value={shown(now?.[figure] ?? null)}
            before={shown(before?.[figure] ?? null)}
            values={rows.map((row) => row[figure])}
            per={per}
          />
        ))}
      </div>
    </Stack>
  );
}

/** Returns a note on the scope of a statistic; null: none is needed. */
function useHint(): (figure: Figure, now: Figures | undefined) => string | null {
  const t = useTranslations('staffFigures.figures');
  const { number } = useFormat();
  const shown = useFigure();
  const trades = (count = 0) => t('count', { count, shown: number(count) });
  return (figure, now) => {
    switch (figure) {
      case 'quickVolume':
        return trades(now?.quickTrades);
      case 'bookVolume':
        return trades(now?.bookTrades);
      case 'netFees':
        return t('hint.netFees', { referral: shown(now?.referral ?? '0') ?? '' });
      case 'fees':
      case 'coinDeposits':
      case 'coinWithdrawals':
      case 'storeReceipts':
        return t(`hint.${figure}`);
      default:
        return null;
    }
  };
}
