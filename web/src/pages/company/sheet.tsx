import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { sheet as en } from '../../i18n/en/sheet.ts';
import { sheet as fa } from '../../i18n/fa/sheet.ts';
import { useFailure } from '../../lib/use-failure.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './paper.module.css';
import { QrCode } from './qr.tsx';
import { companyQuery } from './queries.ts';

/** One A5 page for the counter, in both languages whatever the page's own is. */
export function Page() {
  const t = useTranslations('company.sheet');
  const alt = useTranslations('company.store');
  useTitle(t('title'));
  const failure = useFailure();
  const { data, error, isFetching, refetch } = useQuery(companyQuery);
  return (
    <main className={css.page}>
      <div className={css.bar}>
        <LinkButton
          to="/profile/company"
          variant="text"
          icon={<IconArrowLeft size={18} className="flip" aria-hidden />}
        >
          {t('back')}
        </LinkButton>
        <Button disabled={!data} icon={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </div>
      <h1 className="hidden">{t('title')}</h1>
      {error && !data && (
        <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton width={420} height={595} className={css.waiting ?? ''} />}
      {data && (
        <article className={css.sheet}>
          <h2>{data.name}</h2>
          <p lang="fa" dir="rtl" className={css.pay}>
            {fa.pay}
          </p>
          <p lang="en" dir="ltr" className={css.pay}>
            {en.pay}
          </p>
          <QrCode qr={data.qr} size={230} label={alt('qrAlt', { name: data.name })} />
          <p lang="fa" dir="rtl">
            {fa.steps}
          </p>
          <p lang="en" dir="ltr">
            {en.steps}
          </p>
        </article>
      )}
    </main>
  );
}
