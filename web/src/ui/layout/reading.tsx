import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../framework/navigation/router.tsx';
import { cx } from '../class-names.ts';
import contents from './contents.module.css';
import css from './reading.module.css';

export interface Chapter {
  /** Its fragment in the address, `#key`; also the id of the element. */
  key: string;
  title: string;
  /** A heading above it: the text that the chapters belong to. */
  group?: string;
}

/** A long text with its table of contents: next to it if there is room, collapsed above it on a phone. */
export function ArticleLayout({ chapters, children }: { chapters: readonly Chapter[]; children: ReactNode }) {
  const t = useTranslations('reading');
  const current = useCurrentChapter(chapters);
  const links = <Links chapters={chapters} current={current} />;
  return (
    <div className={css.reading}>
      <details className={contents.folded}>
        <summary>{t('contents')}</summary>
        <nav aria-label={t('contents')}>{links}</nav>
      </details>
      <nav className={cx(contents.beside, css.beside)} aria-label={t('contents')}>
        <p>{t('contents')}</p>
        {links}
      </nav>
      <div className={css.text}>{children}</div>
    </div>
  );
}

function Links({ chapters, current }: { chapters: readonly Chapter[]; current: string | undefined }) {
  return (
    <ol className={contents.links}>
      {chapters.map(({ key, title, group }) => (
        <li key={key}>
          {group && <span className={css.group}>{group}</span>}
          <Link to={`#${key}`} aria-current={key === current ? 'location' : undefined}>
            {title}
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** Returns the chapter whose start was last scrolled past. */
function useCurrentChapter(chapters: readonly Chapter[]): string | undefined {
  const [current, setCurrent] = useState(chapters[0]?.key);
  useEffect(() => {
    const headings = chapters.flatMap(({ key }) => document.getElementById(key) ?? []);
    const updateCurrent = () => {
      const line = window.innerHeight / 3;
      const lastPassed = headings.filter((head) => head.getBoundingClientRect().top <= line);
      setCurrent((lastPassed.at(-1) ?? headings[0])?.id);
    };
    // Called only when a chapter crosses the line, not on every scroll event.
    const observer = new IntersectionObserver(updateCurrent, { rootMargin: '0px 0px -66% 0px' });
    for (const head of headings) observer.observe(head);
    return () => observer.disconnect();
  }, [chapters]);
  return current;
}
