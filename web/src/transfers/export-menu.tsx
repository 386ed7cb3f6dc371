import type { exportHistory, QueryOf } from '@sarraf/domain/contracts';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../framework/i18n/language.ts';
import { download } from '../lib/api/transfer.ts';
import { useErrorMessages } from '../lib/api/use-failure.ts';
import { saveFile } from '../lib/browser/save-file.ts';
import { Spinner } from '../ui/feedback/spinner.tsx';
import { Text } from '../ui/layout/layout.tsx';
import { Menu } from '../ui/overlays/menu.tsx';
import css from './export-menu.module.css';

type ExportParams = QueryOf<typeof exportHistory>;

/** Downloads the filtered list as a file: CSV for any use, Excel for accountants. */
export function ExportMenu({
  kind,
  filter,
}: {
  kind: ExportParams['kind'];
  filter?: Omit<ExportParams, 'kind' | 'format' | 'lang'>;
}) {
  const t = useTranslations('history.export');
  const failure = useErrorMessages();
  const lang = useLanguage();
  const { mutate, isPending } = useMutation({
    mutationFn: async (format: ExportParams['format']) => {
      const file = await download<typeof exportHistory>('GET', '/wallets/export', {
        query: { ...filter, kind, format, lang },
      });
      saveFile(file, `sarraf-${kind.toLowerCase().replaceAll('_', '-')}.${format}`);
    },
    onError: failure.show,
  });
  return (
    <Menu
      label={t('label')}
      triggerClass={css.export}
      trigger={
        <>
          {isPending ? <Spinner size={18} /> : <IconDownload size={18} aria-hidden />}
          <span className={css.exportWord}>{t('label')}</span>
        </>
      }
      head={
        <Text as="span" size="s" tone="faint">
          {t('note')}
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
