import type { feeFile, QueryOf } from '@sarraf/domain/contracts';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../../framework/i18n/language.ts';
import { download } from '../../../lib/api/transfer.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Text } from '../../../ui/layout/layout.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { formatDayForFileName } from '../shared/years.ts';
import type { Period } from './periods.ts';
import own from './reports.module.css';

type DownloadParams = QueryOf<typeof feeFile>;

export function ReportFileMenu({ period, disabled }: { period: Period; disabled: boolean }) {
  const t = useTranslations('staffFigures.reports');
  const failure = useErrorMessages();
  const lang = useLanguage();
  const { mutate, isPending } = useMutation({
    mutationFn: async (format: DownloadParams['format']) => {
      const query = { ...period, format, lang };
      const file = await download<typeof feeFile>('GET', '/backoffice/reports/fees/file', { query });
      saveFile(
        file,
        `fees-${formatDayForFileName(period.from, lang)}-${formatDayForFileName(period.to, lang)}.${format}`,
      );
    },
    onError: failure.show,
  });
  if (disabled) return null;
  return (
    <Menu
      label={t('file')}
      triggerClass={own.file}
      trigger={
        <>
          {isPending ? <Spinner size={18} /> : <IconDownload size={18} aria-hidden />}
          <span>{t('file')}</span>
        </>
      }
      head={
        <Text as="span" size="s" tone="faint">
          {t('fileNote')}
        </Text>
      }
      items={[
        {
          key: 'xlsx',
          label: t('xlsx'),
          icon: <IconFileSpreadsheet size={20} aria-hidden />,
          onSelect: () => mutate('xlsx'),
        },
        {
          key: 'csv',
          label: t('csv'),
          icon: <IconFileTypeCsv size={20} aria-hidden />,
          onSelect: () => mutate('csv'),
        },
      ]}
    />
  );
}
