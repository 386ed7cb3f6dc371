import type { ExchangeInfo } from '@sarraf/domain/contracts';
import {
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandTelegram,
  IconBrandX,
  IconMail,
  IconMapPin,
  IconPhone,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../i18n/language.ts';
import { exchangeInfoQuery } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';
import { useFormat } from '../../lib/use-format.ts';
import { cx } from '../../ui/class-names.ts';
import { Logo } from '../../ui/logo.tsx';
import css from './footer.module.css';
import { PUBLIC_LINKS } from './links.ts';

const SOCIAL = [
  { key: 'telegram', icon: IconBrandTelegram },
  { key: 'instagram', icon: IconBrandInstagram },
  { key: 'twitter', icon: IconBrandX },
  { key: 'linkedin', icon: IconBrandLinkedin },
] as const satisfies readonly { key: keyof ExchangeInfo; icon: TablerIcon }[];

export function Footer() {
  const t = useTranslations();
  const language = useLanguage();
  const { date } = useFormat();
  const { signedIn } = useSession();
  const { data } = useQuery(exchangeInfoQuery);
  const info = data?.find((row) => row.language === language);
  const year = date(new Date().toISOString()).split('/')[0] ?? '';

  return (
    <footer className={css.footer}>
      <div className={cx('wrap', css.grid)}>
        <div className={css.about}>
          <Logo name={t('app.name')} size={26} />
          <p>{t('footer.about')}</p>
          <ul className={css.social} aria-label={t('footer.social')}>
            {SOCIAL.map(({ key, icon: Icon }) => {
              const href = info?.[key];
              return href ? (
                <li key={key}>
                  <a href={href} target="_blank" rel="noopener noreferrer" aria-label={t(`footer.${key}`)}>
                    <Icon size={20} />
                  </a>
                </li>
              ) : null;
            })}
          </ul>
        </div>
        <nav className={css.links} aria-label={t('footer.quick')}>
          <h2>{t('footer.quick')}</h2>
          {PUBLIC_LINKS.map((link) => (
            <Link key={link.key} to={link.to}>
              {t(`nav.${link.key}`)}
            </Link>
          ))}
        </nav>
        <nav className={css.links} aria-label={t('footer.account')}>
          <h2>{t('footer.account')}</h2>
          {signedIn ? (
            <>
              <Link to="/profile/otc">{t('nav.otc')}</Link>
              <Link to="/profile/wallet">{t('nav.wallet')}</Link>
              <Link to="/profile/account">{t('nav.account')}</Link>
            </>
          ) : (
            <>
              <Link to="/login">{t('nav.login')}</Link>
              <Link to="/sign-up">{t('nav.signUp')}</Link>
            </>
          )}
        </nav>
        <div className={css.links}>
          <h2>{t('footer.contact')}</h2>
          <Contact info={info} />
        </div>
      </div>
      <div className={cx('wrap', css.rights)}>{t('footer.rights', { year })}</div>
    </footer>
  );
}

function Contact({ info }: { info: ExchangeInfo | undefined }) {
  const { digits } = useFormat();
  if (!info) return null;
  return (
    <>
      {info.number && (
        <a href={`tel:${info.number}`}>
          <IconPhone size={18} aria-hidden />
          <bdi dir="ltr">{digits(info.number)}</bdi>
        </a>
      )}
      {info.email && (
        <a href={`mailto:${info.email}`}>
          <IconMail size={18} aria-hidden />
          <span className="latin">{info.email}</span>
        </a>
      )}
      {info.address && (
        <span>
          <IconMapPin size={18} aria-hidden />
          {info.address}
        </span>
      )}
    </>
  );
}
