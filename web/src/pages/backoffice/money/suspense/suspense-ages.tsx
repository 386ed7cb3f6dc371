import type { Suspense, suspense } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { useFormat } from '../../../../lib/format/use-format.ts';
import { type Column, DataTable } from '../../../../ui/tables/data-table.tsx';
import { Money } from '../../../../ui/values/money.tsx';
import { useAmountText } from '../../shared/coin-amount.tsx';
import css from '../../shared/parts.module.css';
import { StaffSkeleton } from '../../shared/parts.tsx';

type Part = Suspense['parts'][number];

/** The suspense account by kind and age. */
export function SuspenseAges() {
  const t = useTranslations('treasury.suspense');
  const amountText = useAmountText();
  const { data } = useQuery({
    queryKey: ['backoffice', 'suspense', 'ages'],
    queryFn: async ({ signal }) =>
      (await call<typeof suspense>('GET', '/backoffice/suspense', { signal })).baseDTO,
  });
  const columns = useAgeColumns(data?.alarmHours ?? 0);
  if (!data) return <StaffSkeleton height={160} />;
  return (
    <>
      <DataTable caption={t('ages')} columns={columns} rows={data.parts} rowKey={({ kind }) => kind} />
      <p className={css.muted}>{t('balance', { amount: amountText(data.balance, 'TOMAN') })}</p>
    </>
  );
}

function useAgeColumns(alarmHours: number): Column<Part>[] {
  const t = useTranslations('treasury.suspense');
  const { digits } = useFormat();
  const hours = { hours: digits(alarmHours) };
  const createAmountColumn = (key: 'day' | 'waiting' | 'late', head: string): Column<Part> => ({
    key,
    head,
    end: true,
    cell: (part) => <Money value={part[key]} asset="TOMAN" bare />,
  });
  return [
    { key: 'kind', head: t('what'), headless: true, cell: ({ kind }) => t(`kind.${kind}`) },
    { key: 'count', head: t('count'), end: true, cell: ({ count }) => digits(count) },
    createAmountColumn('day', t('day')),
    createAmountColumn('waiting', t('waiting', hours)),
    createAmountColumn('late', t('late', hours)),
  ];
}
