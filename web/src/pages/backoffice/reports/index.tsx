import type { FeeRow, feeReport, ReplyOf } from '@sarraf/domain/contracts';
import { IconReceiptOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../../framework/i18n/language.ts';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { todayInTehran } from '../../../ui/fields/date-text.ts';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import { StaffErrorText } from '../shared/error-text.tsx';
import css from '../shared/parts.module.css';
import { StaffSkeleton } from '../shared/parts.tsx';
import { ResourceList } from '../shared/resource-list.tsx';
import { ALL_DECIMALS, type FeeView, useFeeColumns } from './columns.tsx';
import { ReportFileMenu } from './file-menu.tsx';
import { PeriodPicker } from './period-picker.tsx';
import { type Period, type PeriodPreset, resolvePeriod, validatePeriod } from './periods.ts';
import own from './reports.module.css';

type Report = ReplyOf<typeof feeReport>;

const PAGE_SIZE = 30;

/** Fees, referral shares and net fees of a period, by day or by kind. */
export function FeeReport() {
  const t = useTranslations('staffFigures.reports');
  const language = useLanguage();
  const [preset, setPreset] = useState<PeriodPreset>('DAYS');
  const [customPeriod, setCustomPeriod] = useState<Period>(() =>
    resolvePeriod('DAYS', todayInTehran(), language),
  );
  const [view, setView] = useState<FeeView>('DAY');
  const period = preset === 'CUSTOM' ? customPeriod : resolvePeriod(preset, todayInTehran(), language);
  const choose = (next: PeriodPreset) => {
    if (next === 'CUSTOM') setCustomPeriod(period);
    setPreset(next);
  };
  const validationError = validatePeriod(period);
  return (
    <BackofficePage
      title={t('title')}
      lead={t('lead')}
      aside={<ReportFileMenu period={period} disabled={validationError !== null} />}
    >
      <Card>
        <PeriodPicker preset={preset} custom={customPeriod} onPreset={choose} onCustom={setCustomPeriod} />
      </Card>
      {validationError === null && (
        <FeeTable key={`${view} ${period.from} ${period.to}`} {...{ period, view }} onView={setView} />
      )}
    </BackofficePage>
  );
}

interface FeeTableProps {
  period: Period;
  view: FeeView;
  onView: (view: FeeView) => void;
}

function FeeTable({ period, view, onView }: FeeTableProps) {
  const t = useTranslations('staffFigures.reports');
  const columns = useFeeColumns(view);
  const pages = useCursorPagination<FeeRow, Report>(
    ['backoffice', 'fees', view, period.from, period.to],
    (page, signal) =>
      call<typeof feeReport>('GET', '/backoffice/reports/fees', {
        query: { ...period, by: view, ...page },
        signal,
      }),
    PAGE_SIZE,
  );
  if (pages.failed)
    return (
      <Card>
        <StaffErrorText error={pages.error} busy={pages.busy} onRetry={pages.retry} />
      </Card>
    );
  return (
    <>
      <FeeTotals report={pages.first} />
      <Segmented
        label={t('by')}
        segments={(['DAY', 'MARKET'] as const).map((key) => ({ key, label: t(key) }))}
        value={view}
        onChange={onView}
        className={own.by}
      />
      <ResourceList
        label={t('title')}
        columns={columns}
        pages={pages}
        rowKey={({ day, source, market, asset }) => [day, source, market, asset].join(' ')}
        still
        empty={{ icon: IconReceiptOff, title: t('emptyTitle'), text: t('emptyText') }}
      />
    </>
  );
}

/** Net fees of the period, by currency. */
function FeeTotals({ report }: { report: Report | undefined }) {
  const t = useTranslations('staffFigures.reports');
  const { dateTime } = useFormat();
  if (!report) return <StaffSkeleton height={132} />;
  const { netToman, totals, asOf } = report;
  return (
    <Card aria-label={t('total')} className={own.totals}>
      <div className={own.sum}>
        <h2>{t('totalOf')}</h2>
        <Money value={netToman} asset="TOMAN" decimals={ALL_DECIMALS} className={own.big} />
        <p className={css.muted}>{asOf === null ? t('notYet') : t('asOf', { time: dateTime(asOf) })}</p>
      </div>
      {totals.map(({ asset, fee, returned, referral, net }) => (
        <Stack key={asset} as="dl" gap={1} size="sm" className={own.parts}>
          {(
            [
              ['fee', fee],
              ['returned', returned],
              ['referral', referral],
              ['net', net],
            ] as const
          ).map(([key, value]) => (
            <div key={key}>
              <dt>{t(key)}</dt>
              <dd>
                <Money value={value} asset={asset} decimals={ALL_DECIMALS} />
              </dd>
            </div>
          ))}
        </Stack>
      ))}
    </Card>
  );
}
