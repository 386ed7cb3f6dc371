import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import css from './steps.module.css';

const STEPS = ['register', 'verify', 'choose', 'trade'] as const;

export function Steps() {
  const t = useTranslations('home.steps');
  const { digits } = useFormat();
  const titleId = useId();
  return (
    <section id="steps" aria-labelledby={titleId} className={css.section}>
      <SectionHead id={titleId} title={t('title')} />
      <ol className={css.steps}>
        {STEPS.map((step, index) => (
          <li key={step} className={css.step}>
            <span className={css.number} aria-hidden>
              {digits(index + 1)}
            </span>
            <h3>{t(`${step}.title`)}</h3>
            <p>{t(`${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
