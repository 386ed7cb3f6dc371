import { IconArrowsExchange, IconCoins, IconHistory, IconLock } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import css from './opens-card.module.css';

const UNLOCKED_FEATURES = [
  { key: 'trade', icon: IconArrowsExchange },
  { key: 'money', icon: IconCoins },
  { key: 'history', icon: IconHistory },
] as const;

/** Features available after verification, for unverified users. */
export function UnlockedFeaturesCard() {
  const t = useTranslations('account');
  return (
    <Card title={t('opens')}>
      <ul className={css.opens}>
        {UNLOCKED_FEATURES.map(({ key, icon: Icon }) => (
          <li key={key}>
            <Icon size={22} stroke={1.6} aria-hidden />
            <span>
              <strong>{t(`open.${key}.title`)}</strong>
              <Text as="span" size="s" tone="soft">
                {t(`open.${key}.text`)}
              </Text>
            </span>
            <IconLock size={18} aria-hidden />
          </li>
        ))}
      </ul>
      <LinkButton to="/#markets" variant="ghost" block className={css.markets ?? ''}>
        {t('seeMarkets')}
      </LinkButton>
    </Card>
  );
}
