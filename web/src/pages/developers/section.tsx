import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import css from './developers.module.css';

type Translate = ReturnType<typeof useTranslations<'developers'>>;
type Key = Parameters<Translate['rich']>[0];

/** Returns a translator that renders `<c>…</c>` as code. */
export function useSay() {
  const t = useTranslations('developers');
  return (key: Key, values: Record<string, string | number> = {}): ReactNode =>
    t.rich(key, { ...values, c: (chunks) => <code className={css.inline}>{chunks}</code> });
}

interface SectionProps {
  id: string;
  title: ReactNode;
  children: ReactNode;
}

/** A section of a page with an anchor. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={css.section}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

/** A list of terms and definitions. */
export function Definitions({ of }: { of: readonly { name: string; text: ReactNode; code?: boolean }[] }) {
  return (
    <dl className={css.terms}>
      {of.map(({ name, text, code = true }) => (
        <div key={name}>
          <dt>{code ? <code className={css.inline}>{name}</code> : name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
