import type { exportHistory, QueryOf } from '@sarraf/domain/contracts';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../../framework/i18n/language.ts';
import { download } from '../../../lib/api/transfer.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Text } from '../../../ui/layout/layout.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import css from './orders-panel.module.css';

type ExportParams = QueryOf<typeof exportHistory>;

/** Downloads all fills as a file, with all decimals. */
export function FillsExport() {
  const t = useTranslations('exchange.orders');
  const failure = useErrorMessages();
  const lang = useLanguage();
  const { mutate, isPending } = useMutation({
    mutationFn: async (format: ExportParams['format']) => {
      const file = await download<typeof exportHistory>('GET', '/wallets/export', {
        query: { kind: 'FILLS', format, lang },
      });
      saveFile(file, `sarraf-fills.${format}`);
    },
    onError: failure.show,
  });
  return (
    <Menu
      label={t('export')}
      triggerClass={css.export}
      trigger={
        <>
          {isPending ? <Spinner size={16} /> : <IconDownload size={16} aria-hidden />}
          <span>{t('export')}</span>
        </>
      }
      head={
        <Text as="span" size="s" tone="faint">
          {t('exportNote')}
        </Text>
      }
      items={(['csv', 'xlsx'] as const).map((key) => ({ key, label: t(key), onSelect: () => mutate(key) }))}
    />
  );
}
