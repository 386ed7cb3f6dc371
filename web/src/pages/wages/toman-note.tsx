import type { pageText } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../framework/i18n/language.ts';
import { splitSections } from '../../lib/format/html-sections.ts';
import { publicQuery } from '../../lib/queries/public-query.ts';
import { QueryBoundary } from '../../ui/feedback/loaded.tsx';
import { ProseSkeleton } from '../../ui/feedback/prose-skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { RichText } from '../../ui/texts/rich-text.tsx';
import css from './wages.module.css';

/** The text set by staff about Toman's fees, and how fees are calculated. */
export function TomanNote() {
  const language = useLanguage();
  const page = useQuery(publicQuery<typeof pageText>(language, '/pages/:name', { params: { name: 'fees' } }));
  return (
    <section className={css.section}>
      <QueryBoundary query={page} skeleton={<ProseSkeleton />}>
        {({ baseDTO: { title, html } }) => (
          <>
            <SectionHead title={title} />
            <div className={css.notes}>
              {splitSections(html, 'h3').map((part) => (
                <Card key={part.title} className={css.note}>
                  {part.title && <h3>{part.title}</h3>}
                  <RichText html={part.html} />
                </Card>
              ))}
            </div>
          </>
        )}
      </QueryBoundary>
    </section>
  );
}
