import { IconCode, IconQrcode, IconRefresh, IconWallet } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/layout/card.tsx';
import css from './application.module.css';

const COMPANY_FEATURES = [
  { key: 'link', icon: IconQrcode },
  { key: 'settle', icon: IconRefresh },
  { key: 'requests', icon: IconCode },
  { key: 'same', icon: IconWallet },
] as const;

/** The features of a company account, and what stays the same. */
export function CompanyFeatures() {
  const t = useTranslations('company.apply.gain');
  return (
    <Card title={t('title')} className={css.gains ?? ''}>
      <ul>
        {COMPANY_FEATURES.map(({ key, icon: Icon }) => (
          <li key={key}>
            <Icon size={22} stroke={1.6} aria-hidden />
            <span>
              <strong>{t(`${key}.title`)}</strong>
              <span>{t(`${key}.text`)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
