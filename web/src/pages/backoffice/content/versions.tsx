import type { ArticleLanguage } from '@sarraf/domain/contracts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TwoLine } from '../../../ui/layout/layout.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import css from '../shared/parts.module.css';
import contentCss from './content.module.css';
import { RenderedArticle } from './editor/preview.tsx';
import type { StoredArticle } from './queries.ts';

type Version = StoredArticle['versions'][number];

interface VersionsProps {
  versions: readonly Version[];
  language: ArticleLanguage;
  /** There are unsaved changes. */
  dirty: boolean;
  onBring: (version: Version) => void;
}

/** Earlier versions, the newest first; each can be read, and restored into the editor. */
export function Versions({ versions, language, dirty, onBring }: VersionsProps) {
  const t = useTranslations('staffContent');
  const { digits, dateTime } = useFormat();
  const [openedVersion, setOpenedVersion] = useState<Version | null>(null);
  const restoreVersion = (version: Version) => {
    setOpenedVersion(null);
    onBring(version);
  };
  if (versions.length === 0) return <p className={css.muted}>{t('versions.empty')}</p>;
  return (
    <>
      <ol className={contentCss.versions}>
        {versions.map((version) => (
          <li key={version.version} className={contentCss.version}>
            <div className={contentCss.versionHead}>
              <TwoLine>
                <strong>{t('edit.version', { number: digits(version.version) })}</strong>
                <small>
                  {t('edit.byWhom', {
                    who: version.savedBy || t('versions.withProduct'),
                    time: dateTime(version.savedAtDateTime),
                  })}
                </small>
              </TwoLine>
              <Button
                variant="ghost"
                size="s"
                onClick={() => (dirty ? setOpenedVersion(version) : restoreVersion(version))}
              >
                {t('versions.bringBack')}
              </Button>
            </div>
            <details>
              <summary className={contentCss.summary}>{t('versions.show')}</summary>
              <RenderedArticle title={version.text.title} html={version.text.body} language={language} />
            </details>
          </li>
        ))}
      </ol>
      <ConfirmDialog
        open={openedVersion !== null}
        title={t('versions.askTitle', { number: digits(openedVersion?.version ?? 0) })}
        text={t('versions.askText')}
        confirm={t('versions.bringBack')}
        danger
        onConfirm={() => openedVersion && restoreVersion(openedVersion)}
        onCancel={() => setOpenedVersion(null)}
      />
    </>
  );
}
