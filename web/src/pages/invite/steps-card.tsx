import { IconArrowsExchange, IconCoins, IconSend, type TablerIcon } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/layout/card.tsx';
import css from './steps-card.module.css';

const STEPS: readonly { key: 'share' | 'join' | 'earn'; icon: TablerIcon }[] = [
  { key: 'share', icon: IconSend },
  { key: 'join', icon: IconArrowsExchange },
  { key: 'earn', icon: IconCoins },
];

export function StepsCard() {
  const t = useTranslations('invite');
  return (
    <Card title={t('how')}>
      <ol className={css.steps}>
        {STEPS.map(({ key, icon: Icon }) => (
          <li key={key}>
            <span className={css.icon} aria-hidden>
              <Icon size={22} />
            </span>
            {t(`steps.${key}`)}
          </li>
        ))}
      </ol>
      <p className={css.rule}>{t('rule')}</p>
    </Card>
  );
}
