import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import en from '../../../../messages/web/en/sheet.json' with { type: 'json' };
import fa from '../../../../messages/web/fa/sheet.json' with { type: 'json' };
import { useTitle } from '../../framework/navigation/use-title.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { PaperPage, PrintButton } from '../../ui/layout/paper-page.tsx';
import css from './paper.module.css';
import { QrCode } from './qr.tsx';
import { companyQuery } from './queries.ts';

/** A printable A5 page for the shop counter, always in both languages. */
export function Page() {
  const t = useTranslations('company.sheet');
  const storeTexts = useTranslations('company.store');
  useTitle(t('title'));
  const query = useQuery(companyQuery);
  return (
    <PaperPage
      title={t('title')}
      back={{ to: '/profile/company', label: t('back') }}
      query={query}
      skeleton={<Skeleton width={420} height={595} className={css.waiting ?? ''} />}
      tools={() => <PrintButton>{t('print')}</PrintButton>}
    >
      {(data) => (
        <Stack as="article" gap={3} align="center" className={css.sheet}>
          <h1 className="hidden">{t('title')}</h1>
          <h2>{data.name}</h2>
          <Text lang="fa" dir="rtl" size="l" weight={600}>
            {fa.pay}
          </Text>
          <Text lang="en" dir="ltr" size="l" weight={600}>
            {en.pay}
          </Text>
          <QrCode qr={data.qr} size={230} label={storeTexts('qrAlt', { name: data.name })} />
          <p lang="fa" dir="rtl">
            {fa.steps}
          </p>
          <p lang="en" dir="ltr">
            {en.steps}
          </p>
        </Stack>
      )}
    </PaperPage>
  );
}
