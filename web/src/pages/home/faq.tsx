import type { faq } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../framework/i18n/language.ts';
import { publicQuery } from '../../lib/queries/public-query.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Accordion } from '../../ui/texts/accordion.tsx';
import { RichText } from '../../ui/texts/rich-text.tsx';
import css from './faq.module.css';

const QUESTION_COUNT = 6;

/** The first questions; all are on a page of their own. Hidden if there are none. */
export function Faq() {
  const t = useTranslations('home.faq');
  const language = useLanguage();
  const titleId = useId();
  const [open, setOpen] = useState<string | null>(null);
  const { data: newest, isError } = useQuery(publicQuery<typeof faq>(language, '/faq'));
  // Below the first screen, so it renders with low priority.
  const data = useDeferredValue(newest);
  if (isError || data?.content.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className={css.section}>
      <header className={css.head}>
        <h2 id={titleId}>{t('title')}</h2>
        <p>{t('lead')}</p>
        <LinkButton variant="ghost" to="/faq" className={css.all}>
          {t('all')}
        </LinkButton>
      </header>
      {data ? (
        <Accordion
          level={3}
          open={open}
          onOpen={setOpen}
          entries={data.content.slice(0, QUESTION_COUNT).map(({ slug, question, answer }) => ({
            key: slug,
            title: question,
            content: <RichText html={answer} />,
          }))}
        />
      ) : (
        <Card padding="flush" aria-busy>
          {Array.from({ length: QUESTION_COUNT }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are identical.
            <div key={i} className={css.waiting}>
              <Skeleton width="min(320px, 70%)" height={16} />
            </div>
          ))}
        </Card>
      )}
      <LinkButton variant="ghost" to="/faq" block className={css.foot}>
        {t('all')}
      </LinkButton>
    </section>
  );
}
