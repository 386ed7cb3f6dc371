import type { StaffExchangeInfo } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../framework/navigation/history.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import { StaffErrorText } from '../shared/error-text.tsx';
import { StaffSkeleton } from '../shared/parts.tsx';
import { getBackofficePath } from '../shared/places.ts';
import contentCss from './content.module.css';
import { InfoForm } from './info-form.tsx';
import { getInfoKey } from './info-text.ts';
import { KindTabs } from './kind-tabs.tsx';
import { UnsavedChangesGuard } from './leave.tsx';
import { infoQuery } from './queries.ts';

const LANGUAGES = ['fa', 'en'] as const satisfies StaffExchangeInfo['language'][];

/** Contact data, social links and the privacy policy, in both languages. */
export function InfoPage() {
  const t = useTranslations('staffContent');
  const { language: ownLanguage } = useFormat();
  const [language, setLanguage] = useState(ownLanguage);
  const { data, error, isFetching, refetch } = useQuery(infoQuery);
  const row = data?.find((one) => one.language === language);
  return (
    <BackofficePage title={t('info.title')} lead={t('info.lead')}>
      <KindTabs
        value="info"
        onChange={(kind) => {
          if (kind !== 'info') navigate(`${getBackofficePath('content')}?kind=${kind}&lang=${language}`);
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
          <StaffErrorText error={error} busy={isFetching} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <StaffSkeleton height={640} />
      )}
      <UnsavedChangesGuard keys={LANGUAGES.map(getInfoKey)} />
    </BackofficePage>
  );
}
