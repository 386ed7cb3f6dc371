import type { BusinessFigures, businessFigures, ReplyOf } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Stack } from '../../../ui/layout/layout.tsx';
import own from './figures.module.css';
import { type PeriodUnit, StatisticTile } from './tile.tsx';

export type FiguresView = ReplyOf<typeof businessFigures>['baseDTO'];

type FigureKey = Exclude<keyof BusinessFigures, 'day' | 'quickTrades' | 'bookTrades' | 'referral'>;
interface FigureGroup {
  key: 'people' | 'trades' | 'money' | 'queues';
  figures: readonly FigureKey[];
}

export const FIGURE_GROUPS: readonly FigureGroup[] = [
  { key: 'people', figures: ['newPeople', 'verified', 'activeTraders'] },
  { key: 'trades', figures: ['quickVolume', 'bookVolume', 'fees', 'netFees'] },
  {
    key: 'money',
    figures: ['tomanDeposits', 'tomanWithdrawals', 'coinDeposits', 'coinWithdrawals', 'storeReceipts'],
  },
  { key: 'queues', figures: ['waitingReviews', 'waitingWithdrawals', 'waitingTickets', 'openOrders'] },
];

/** Formats a statistic: Toman is decimal text, a count a number. */
export function useFigureFormat(): (value: string | number | null) => string | null {
  const { compact, number } = useFormat();
  const t = useTranslations('staffFigures.figures');
  return (value) => {
    if (value === null) return null;
    if (typeof value === 'number') return number(value);
    const magnitude = compact(value.replace('-', ''));
    return t('toman', { value: value.startsWith('-') ? `\u2066−${magnitude}\u2069` : magnitude });
  };
}

export function TileGroup({
  group,
  rows,
  per,
}: {
  group: FigureGroup;
  rows: readonly BusinessFigures[];
  per: PeriodUnit;
}) {
  const t = useTranslations('staffFigures.figures');
  const formatFigure = useFigureFormat();
  const getHint = useFigureHint();
  const [current, previous] = rows;
  return (
    <Stack as="section" gap={3} className={own.group}>
      <h2>{t(`group.${group.key}`)}</h2>
      <div className={own.tiles}>
        {group.figures.map((figure) => (
          <StatisticTile
            key={figure}
            label={t(`figure.${figure}`)}
            hint={getHint(figure, current)}
            value={formatFigure(current?.[figure] ?? null)}
            before={formatFigure(previous?.[figure] ?? null)}
            values={rows.map((row) => row[figure])}
            per={per}
          />
        ))}
      </div>
    </Stack>
  );
}

/** Returns a note on the scope of a statistic; null: none is needed. */
function useFigureHint(): (figure: FigureKey, current: BusinessFigures | undefined) => string | null {
  const t = useTranslations('staffFigures.figures');
  const { number } = useFormat();
  const formatFigure = useFigureFormat();
  const formatTradeCount = (count = 0) => t('count', { count, shown: number(count) });
  return (figure, latest) => {
    switch (figure) {
      case 'quickVolume':
        return formatTradeCount(latest?.quickTrades);
      case 'bookVolume':
        return formatTradeCount(latest?.bookTrades);
      case 'netFees':
        return t('hint.netFees', { referral: formatFigure(latest?.referral ?? '0') ?? '' });
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
