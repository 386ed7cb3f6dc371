import type { pageText } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useHashScroll } from '../../framework/navigation/use-hash-scroll.ts';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { type HtmlSection, splitSections } from '../../lib/format/html-sections.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { publicQuery } from '../../lib/queries/public-query.ts';
import { exchangeInfoQuery } from '../../lib/queries/queries.ts';
import { QueryBoundary } from '../../ui/feedback/loaded.tsx';
import { ProseSkeleton } from '../../ui/feedback/prose-skeleton.tsx';
import { ArticleLayout, type Chapter } from '../../ui/layout/reading.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { RichText } from '../../ui/texts/rich-text.tsx';
import css from './terms.module.css';

type TermsPart = 'rules' | 'privacy';

/** The rules and the privacy policy in the language of the page, with a shared table of contents. */
export function Page() {
  const t = useTranslations('help.terms');
  useTitle(t('title'));
  const { language, date } = useFormat();
  const rules = useQuery(
    publicQuery<typeof pageText>(language, '/pages/:name', { params: { name: 'terms' } }),
  );
  const info = useQuery(exchangeInfoQuery(language));
  const ruleSections = useMemo(() => splitSections(rules.data?.baseDTO.html ?? ''), [rules.data]);
  const privacySections = useMemo(() => splitSections(info.data?.privacyPolicy ?? ''), [info.data]);
  useHashScroll(rules.data !== undefined && info.data !== undefined);
  const chapters = useMemo(
    () => [
      ...listChapters('rules', t('rules'), ruleSections),
      ...listChapters('privacy', t('privacy'), privacySections),
    ],
    [t, ruleSections, privacySections],
  );
  return (
    <main className="wrap">
      <SectionHead of="page" title={t('title')} />
      <ArticleLayout chapters={chapters}>
        <QueryBoundary query={rules} skeleton={<ProseSkeleton paragraphs={4} />}>
          {({ baseDTO }) => (
            <TermsText
              part="rules"
              title={t('rules')}
              note={t('updated', { date: date(baseDTO.updatedAtDateTime) })}
              sections={ruleSections}
            />
          )}
        </QueryBoundary>
        <div className={css.gap} />
        <QueryBoundary query={info} skeleton={<ProseSkeleton paragraphs={4} />}>
          {() => <TermsText part="privacy" title={t('privacy')} sections={privacySections} />}
        </QueryBoundary>
      </ArticleLayout>
    </main>
  );
}

const getChapterId = (part: TermsPart, index: number) => `${part}-${index + 1}`;

function listChapters(part: TermsPart, group: string, sections: readonly HtmlSection[]): Chapter[] {
  const namedSections = sections.flatMap(({ title }, index) =>
    title ? [{ key: getChapterId(part, index), title }] : [],
  );
  return namedSections.map((chapter, index) => (index === 0 ? { ...chapter, group } : chapter));
}

interface TextProps {
  part: TermsPart;
  title: string;
  note?: ReactNode;
  sections: readonly HtmlSection[];
}

function TermsText({ part, title, note, sections }: TextProps) {
  const t = useTranslations('help.terms');
  return (
    <article id={part} className={css.text}>
      <h2>{title}</h2>
      {note && <p className={css.note}>{note}</p>}
      {sections.length === 0 && <p className={css.note}>{t('empty')}</p>}
      {sections.map((section, index) => (
        <section key={getChapterId(part, index)} id={getChapterId(part, index)}>
          {section.title && <h3>{section.title}</h3>}
          <RichText html={section.html} />
        </section>
      ))}
    </article>
  );
}
