import { normalizeSearchText } from '@sarraf/domain';
import type { ArticleLanguage } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { SearchBox } from '../../../ui/fields/search-box.tsx';
import { StaffErrorText } from '../shared/error-text.tsx';
import css from '../shared/parts.module.css';
import { StaffSkeleton } from '../shared/parts.tsx';
import contentCss from './content.module.css';
import { figuresQuery } from './queries.ts';

/** Placeholders for numbers from the settings, searchable by name or value, to copy into an article. */
export function ArticleFigures({ language }: { language: ArticleLanguage }) {
  const t = useTranslations('staffContent.figures');
  const { data, error, isFetching, refetch } = useQuery(figuresQuery(language));
  const [filterText, setFilterText] = useState('');
  const searchedKey = normalizeSearchText(filterText);
  if (error) return <StaffErrorText error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <StaffSkeleton height={240} />;
  const found = data.filter(({ name, value }) =>
    normalizeSearchText(`${name} ${value ?? ''}`).includes(searchedKey),
  );
  return (
    <div className={css.form}>
      <p className={css.muted}>{t('text')}</p>
      <SearchBox label={t('search')} placeholder={t('search')} value={filterText} onChange={setFilterText} />
      {found.length === 0 ? (
        <p className={css.muted}>{t('none')}</p>
      ) : (
        <ul className={contentCss.figures}>
          {found.map(({ name, value }) => (
            <li key={name}>
              <code dir="ltr" translate="no">{`{${name}}`}</code>
              <span dir="auto" translate={value === null ? undefined : 'no'}>
                {value ?? t('unset')}
              </span>
              <CopyButton text={`{${name}}`} label={t('copy', { name })} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
