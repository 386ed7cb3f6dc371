import type { ExchangeInfo } from '@sarraf/domain/contracts';
import {
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandTelegram,
  IconBrandX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import css from './social-links.module.css';

const SOCIAL = [
  { key: 'telegram', icon: IconBrandTelegram },
  { key: 'instagram', icon: IconBrandInstagram },
  { key: 'twitter', icon: IconBrandX },
  { key: 'linkedin', icon: IconBrandLinkedin },
] as const satisfies readonly { key: keyof ExchangeInfo; icon: TablerIcon }[];

/** Links to the exchange's social media accounts; those without an address are left out. */
export function SocialLinks({ info }: { info: Pick<ExchangeInfo, (typeof SOCIAL)[number]['key']> }) {
  const t = useTranslations('footer');
  return (
    <ul className={css.social} aria-label={t('social')}>
      {SOCIAL.filter(({ key }) => info[key]).map(({ key, icon: Icon }) => (
        <li key={key}>
          <a href={info[key]} target="_blank" rel="noopener noreferrer" aria-label={t(key)} title={t(key)}>
            <Icon size={20} />
          </a>
        </li>
      ))}
    </ul>
  );
}
