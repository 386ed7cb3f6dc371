import { IconRefresh, IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { applyUpdate, dismissUpdate, useNewVersion } from '../../framework/loading/new-version.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import css from './new-version.module.css';

/** Offers to reload the page, and waits: form inputs would be lost. */
export function NewVersion() {
  const t = useTranslations();
  const news = useNewVersion();
  return (
    <div className={css.place} role="status">
      {news && (
        <Cluster gap={3} size="sm" className={css.notice}>
          <IconRefresh size={20} aria-hidden className={css.icon} />
          <span className={css.text}>{t(`version.${news}`)}</span>
          <Button size="s" onClick={applyUpdate}>
            {t('version.reload')}
          </Button>
          <IconButton size="s" label={t('version.later')} onClick={dismissUpdate}>
            <IconX size={16} />
          </IconButton>
        </Cluster>
      )}
    </div>
  );
}
