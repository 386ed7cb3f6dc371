import type { ExchangeInfo, pageText } from '@sarraf/domain/contracts';
import { IconMail, IconMapPin, IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../framework/i18n/language.ts';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { publicQuery } from '../../lib/queries/public-query.ts';
import { exchangeInfoQuery } from '../../lib/queries/queries.ts';
import { SocialLinks } from '../../ui/buttons/social-links.tsx';
import { QueryBoundary } from '../../ui/feedback/loaded.tsx';
import { ProseSkeleton } from '../../ui/feedback/prose-skeleton.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { RichText } from '../../ui/texts/rich-text.tsx';
import css from './contact.module.css';
import { ContactForm } from './form.tsx';

/** Contact details and the contact form. */
export function Page() {
  const t = useTranslations('help.contact');
  useTitle(t('title'));
  const language = useLanguage();
  const info = useQuery(exchangeInfoQuery(language));
  const page = useQuery(
    publicQuery<typeof pageText>(language, '/pages/:name', { params: { name: 'contact' } }),
  );
  return (
    <main className="wrap">
      <SectionHead of="page" title={t('title')} />
      <div className={css.page}>
        <div className={css.form}>
          <ContactForm />
        </div>
        <div className={css.words}>
          <QueryBoundary query={page} skeleton={<ProseSkeleton paragraphs={2} />}>
            {({ baseDTO }) => <RichText html={baseDTO.html} />}
          </QueryBoundary>
        </div>
        <Card title={t('ways')} className={css.ways}>
          <QueryBoundary query={info} skeleton={<ContactChannelsSkeleton />}>
            {(found) => found && <ContactChannels info={found} />}
          </QueryBoundary>
        </Card>
      </div>
    </main>
  );
}

function ContactChannels({ info }: { info: ExchangeInfo }) {
  const t = useTranslations('help.contact');
  const { digits } = useFormat();
  return (
    <>
      <dl className={css.list}>
        {info.number && (
          <div>
            <IconPhone size={20} aria-hidden />
            <dt>{t('phone')}</dt>
            <dd>
              <a href={`tel:${info.number}`}>
                <bdi dir="ltr">{digits(info.number)}</bdi>
              </a>
            </dd>
          </div>
        )}
        {info.email && (
          <div>
            <IconMail size={20} aria-hidden />
            <dt>{t('email')}</dt>
            <dd>
              <a href={`mailto:${info.email}`} className="latin">
                {info.email}
              </a>
            </dd>
          </div>
        )}
        {info.address && (
          <div>
            <IconMapPin size={20} aria-hidden />
            <dt>{t('address')}</dt>
            <dd>{info.address}</dd>
          </div>
        )}
      </dl>
      <SocialLinks info={info} />
    </>
  );
}

function ContactChannelsSkeleton() {
  return (
    <div className={css.list} aria-busy>
      {[150, 180, 220].map((width) => (
        <div key={width}>
          <Skeleton width={20} height={20} round />
          <span>
            <Skeleton width={width} height={16} />
          </span>
        </div>
      ))}
    </div>
  );
}
