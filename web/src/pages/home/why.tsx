import { IconLanguage, IconReceipt, IconScale } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Cluster } from '../../ui/layout/layout.tsx';
import css from './why.module.css';

const ADVANTAGES = [
  { key: 'exact', icon: IconScale },
  { key: 'fee', icon: IconReceipt },
  { key: 'language', icon: IconLanguage },
] as const;

/** The exchange's advantages in three sentences. */
export function Advantages() {
  const t = useTranslations('home.why');
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={css.why}>
      <h2 id={titleId} className="hidden">
        {t('title')}
      </h2>
      <ul className={css.reasons}>
        {ADVANTAGES.map(({ key, icon: Icon }) => (
          <Cluster key={key} as="li" gap={4} align="first" className={css.reason}>
            <Icon size={26} stroke={1.6} aria-hidden />
            <div>
              <h3>{t(`${key}.title`)}</h3>
              <p>{t(`${key}.text`)}</p>
            </div>
          </Cluster>
        ))}
      </ul>
    </section>
  );
}
