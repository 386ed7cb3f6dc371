import { type ComponentType, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Link, Navigate, useLocation } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { cx } from '../../ui/class-names.ts';
import contents from '../../ui/layout/contents.module.css';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import css from './developers.module.css';
import { DEVELOPER_PAGES, type DeveloperPage, findDeveloperPage, getDeveloperPath } from './pages.ts';
import { Changes } from './parts/changes.tsx';
import { Errors } from './parts/errors.tsx';
import { ProgramKeys } from './parts/keys.tsx';
import { Orders } from './parts/orders.tsx';
import { Start } from './parts/start.tsx';
import { Streams } from './parts/streams.tsx';
import { Tools } from './parts/tools.tsx';
import { Webhooks } from './parts/webhooks.tsx';

const PARTS: Record<DeveloperPage, ComponentType> = {
  start: Start,
  keys: ProgramKeys,
  orders: Orders,
  streams: Streams,
  errors: Errors,
  webhooks: Webhooks,
  tools: Tools,
  changes: Changes,
};

/** Documentation for programs that use the exchange, one page per topic. */
export function Page() {
  const page = findDeveloperPage(useLocation().pathname);
  return page ? <DeveloperArticle page={page} /> : <Navigate to={getDeveloperPath('start')} replace />;
}

function DeveloperArticle({ page }: { page: DeveloperPage }) {
  const t = useTranslations('developers');
  const { hash } = useLocation();
  const Part = PARTS[page];
  useTitle(page === 'start' ? t('title') : t(`page.${page}.title`));
  useEffect(() => {
    // The element of the hash may only exist once data is loaded.
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <main className="wrap">
      <div className={css.layout}>
        <details key={page} className={cx(contents.folded, css.folded)}>
          <summary>{t('contents')}</summary>
          <TableOfContents of={page} />
        </details>
        <div className={cx(contents.beside, css.beside)}>
          <p>{t('contents')}</p>
          <TableOfContents of={page} />
        </div>
        <article className={css.article}>
          <SectionHead of="page" title={t(`page.${page}.title`)} lead={t(`page.${page}.lead`)} />
          <Part />
        </article>
      </div>
    </main>
  );
}

function TableOfContents({ of }: { of: DeveloperPage }) {
  const t = useTranslations('developers');
  return (
    <nav aria-label={t('contents')}>
      <ol className={contents.links}>
        {DEVELOPER_PAGES.map((page) => (
          <li key={page}>
            <Link to={getDeveloperPath(page)} aria-current={page === of ? 'page' : undefined}>
              {t(`page.${page}.title`)}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
