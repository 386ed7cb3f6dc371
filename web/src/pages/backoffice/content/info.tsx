import type { DeskExchangeInfo } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/use-format.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Card } from '../../../ui/card.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PATHS } from '../access.ts';
import { Fault } from '../faults.tsx';
import css from '../parts.module.css';
import contentCss from './content.module.css';
import { InfoForm } from './info-form.tsx';
import { infoKey } from './info-text.ts';
import { KindTabs } from './kind-tabs.tsx';
import { Leave } from './leave.tsx';
import { infoQuery } from './queries.ts';

const LANGUAGES = ['fa', 'en'] as const satisfies DeskExchangeInfo['language'][];

/** Contact data, social links and the privacy policy, in both languages. */
export function Info() {
  const t = useTranslations('contentDesk');
  useTitle(t('info.title'));
  const navigate = useNavigate();
  const { language: own } = useFormat();
  const [language, setLanguage] = useState(own);
  const { data, error, isFetching, refetch } = useQuery(infoQuery);
  const row = data?.find((one) => one.language === language);
  return (
    <main className={css.page}>
      <div className={css.head}>
        <div>
          <h1>{t('info.title')}</h1>
          <p className={css.lead}>{t('info.lead')}</p>
        </div>
      </div>
      <KindTabs
        value="info"
        onChange={(kind) => {
          if (kind !== 'info') navigate(`${PATHS.content}?kind=${kind}&lang=${language}`);
        }}
      />
      <Segmented
        label={t('language')}
        segments={LANGUAGES.map((key) => ({ key, label: t(`languages.${key}`) }))}
        value={language}
        onChange={setLanguage}
        size="s"
        className={contentCss.languages ?? ''}
      />
      {row ? (
        <InfoForm key={language} row={row} />
      ) : error ? (
        <Card>
          <Fault error={error} busy={isFetching} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Skeleton height={640} className={css.block} />
      )}
      <Leave keys={LANGUAGES.map(infoKey)} />
    </main>
  );
}
