import { buildTextIndex, normalizeSearchText, searchTexts } from '@sarraf/domain';
import type { faq, ReplyOf } from '@sarraf/domain/contracts';
import { IconMessageQuestion, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { publicQuery } from '../../lib/queries/public-query.ts';
import { Button, LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/loaded.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { SearchBox } from '../../ui/fields/search-box.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { Accordion } from '../../ui/texts/accordion.tsx';
import { RichText } from '../../ui/texts/rich-text.tsx';
import css from './faq.module.css';
import { getSubjectAnchor, groupBySubject } from './subjects.ts';
import { useOpenQuestion } from './use-open-question.ts';

type Question = ReplyOf<typeof faq>['content'][number];

/**
 * All questions by their subjects, or those found by their words; one answer open at a time, each with an address
 * of its own.
 */
export function Page() {
  const t = useTranslations('help.faq');
  useTitle(t('title'));
  const { language, digits } = useFormat();
  const query = useQuery(publicQuery<typeof faq>(language, '/faq'));
  const [searchText, setSearchText] = useState('');
  const deferredText = useDeferredValue(searchText);
  const searchedKey = normalizeSearchText(deferredText);
  const [open, setOpen] = useOpenQuestion(query.data !== undefined);
  const index = useMemo(
    () =>
      buildTextIndex(query.data?.content ?? [], ({ question, answer }) => ({
        title: question,
        body: answer,
      })),
    [query.data],
  );
  const found = useMemo(() => searchTexts(index, deferredText), [index, deferredText]);
  return (
    <main className={`wrap ${css.page}`}>
      <SectionHead of="page" title={t('title')} lead={t('lead')} className={css.head} />
      <SearchBox
        className={css.search}
        label={t('search')}
        placeholder={t('searchHint')}
        value={searchText}
        onChange={setSearchText}
      />
      <span className="hidden" role="status">
        {searchedKey !== '' && t('found', { count: found.length, shown: digits(found.length) })}
      </span>
      <QueryBoundary query={query} skeleton={<FaqSkeleton />}>
        {({ content }) =>
          content.length === 0 ? (
            <EmptyState icon={<IconMessageQuestion size={26} />} title={t('empty')} text={t('emptyText')} />
          ) : found.length === 0 ? (
            <EmptyState
              icon={<IconSearch size={26} />}
              title={t('none')}
              text={t('noneText')}
              action={
                <Button variant="ghost" onClick={() => setSearchText('')}>
                  {t('clear')}
                </Button>
              }
            />
          ) : (
            <Questions found={found} bySubject={searchedKey === ''} open={open} onOpen={setOpen} />
          )
        }
      </QueryBoundary>
      <Card className={css.ask}>
        <div>
          <h2>{t('ask.title')}</h2>
          <p>{t('ask.text')}</p>
        </div>
        <LinkButton to="/contact-us" variant="ghost">
          {t('ask.action')}
        </LinkButton>
      </Card>
    </main>
  );
}

interface QuestionsProps {
  found: readonly Question[];
  /** False while searching: results are then sorted by relevance. */
  bySubject: boolean;
  open: string | null;
  onOpen: (slug: string | null) => void;
}

function Questions({ found, bySubject, open, onOpen }: QuestionsProps) {
  const t = useTranslations('help.faq');
  const renderList = (questions: readonly Question[], level: 2 | 3) => (
    <Accordion
      open={open}
      onOpen={onOpen}
      level={level}
      entries={questions.map(({ slug, question, answer }) => ({
        key: slug,
        title: question,
        content: <RichText html={answer} />,
      }))}
    />
  );
  if (!bySubject) return renderList(found, 2);
  const groups = groupBySubject(found);
  return (
    <>
      <nav aria-label={t('subjects')}>
        <ul className={css.subjects}>
          {groups.map(({ heading }) => (
            <li key={heading}>
              <Link to={`#${getSubjectAnchor(heading)}`}>{t(`subject.${heading}`)}</Link>
            </li>
          ))}
        </ul>
      </nav>
      {groups.map(({ heading, questions }) => (
        <section key={heading} id={getSubjectAnchor(heading)} className={css.group}>
          <h2>{t(`subject.${heading}`)}</h2>
          {renderList(questions, 3)}
        </section>
      ))}
    </>
  );
}

const SKELETON_ROWS = 10;

function FaqSkeleton() {
  return (
    <Card padding="flush" aria-busy>
      {Array.from({ length: SKELETON_ROWS }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are identical.
        <div key={i} className={css.waiting}>
          <Skeleton width="min(340px, 75%)" height={16} />
        </div>
      ))}
    </Card>
  );
}
