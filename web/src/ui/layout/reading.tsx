import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../lib/navigation/router.tsx';
import css from './reading.module.css';

export interface Chapter {
  /** Its place in the address: `#key`; also the id of the element it names. */
  key: string;
  title: string;
  /** A line of its own above it: which text the chapters belong to. */
  group?: string;
}

/** A long text with its table of contents: beside it where there is room, folded above it on a phone. */
export function ArticleLayout({ chapters, children }: { chapters: readonly Chapter[]; children: ReactNode }) {
  const t = useTranslations('reading');
  const current = useCurrent(chapters);
  const links = <Links chapters={chapters} current={current} />;
  return (
    <div className={css.reading}>
      <details className={css.folded}>
        <summary>{t('contents')}</summary>
        <nav aria-label={t('contents')}>{links}</nav>
      </details>
      <nav className={css.beside} aria-label={t('contents')}>
        <p>{t('contents')}</p>
        {links}
      </nav>
      <div className={css.text}>{children}</div>
    </div>
  );
}

function Links({ chapters, current }: { chapters: readonly Chapter[]; current: string | undefined }) {
  return (
    <ol className={css.links}>
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

/** The chapter whose beginning was last scrolled past. */
function useCurrent(chapters: readonly Chapter[]): string | undefined {
  const [current, setCurrent] = useState(chapters[0]?.key);
  useEffect(() => {
    const heads = chapters.flatMap(({ key }) => document.getElementById(key) ?? []);
    const find = () => {
      const line = window.innerHeight / 3;
      const passed = heads.filter((head) => head.getBoundingClientRect().top <= line);
      setCurrent((passed.at(-1) ?? heads[0])?.id);
    };
    // Told only when a chapter crosses the line, not at each step of the wheel.
    const watch = new IntersectionObserver(find, { rootMargin: '0px 0px -66% 0px' });
    for (const head of heads) watch.observe(head);
    return () => watch.disconnect();
  }, [chapters]);
  return current;
}
