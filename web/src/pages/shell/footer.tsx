import type { ExchangeInfo } from '@sarraf/domain/contracts';
import { IconMail, IconMapPin, IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { version } from '../../../../package.json';
import { listMenuLinks, type MenuLink } from '../../framework/navigation/route-record.ts';
import { Link } from '../../framework/navigation/router.tsx';
import { useFormat } from '../../lib/format/use-format.ts';
import { exchangeInfoQuery } from '../../lib/queries/queries.ts';
import { useSession } from '../../lib/session/session.ts';
import { SocialLinks } from '../../ui/buttons/social-links.tsx';
import { cx } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Logo } from '../../ui/images/logo.tsx';
import css from './footer.module.css';

const VISITOR_LINKS: readonly MenuLink[] = [
  { key: 'login', to: '/login' },
  { key: 'signUp', to: '/sign-up' },
];
const MEMBER_LINKS: readonly MenuLink[] = [
  { key: 'otc', to: '/profile/otc' },
  { key: 'wallet', to: '/profile/wallet' },
];

export function Footer() {
  const t = useTranslations();
  const { date, language } = useFormat();
  const { signedIn } = useSession();
  const { data: info, isPending } = useQuery(exchangeInfoQuery(language));
  const company = listMenuLinks('company');
  const year = date(new Date().toISOString()).split('/')[0] ?? '';

  return (
    <footer className={css.footer}>
      <div className={cx('wrap', css.grid)}>
        <div className={css.about}>
          <Logo name={t('app.name')} size={26} />
          <p>{t('footer.about')}</p>
          <div className={css.social}>{info && <SocialLinks info={info} />}</div>
        </div>
        <LinkList
          title={t('footer.quick')}
          links={[
            ...listMenuLinks('product'),
            ...company.slice(0, 1),
            ...(signedIn ? MEMBER_LINKS : VISITOR_LINKS),
          ]}
        />
        <LinkList title={t('footer.guides')} links={[...listMenuLinks('help'), ...company.slice(1)]} />
        <div className={css.links}>
          <h2>{t('footer.contact')}</h2>
          {info ? <Contact info={info} /> : isPending && <ContactSkeleton />}
          {info && <Apps info={info} />}
        </div>
      </div>
      <div className="wrap">
        <p className={css.rights}>
          {/* Keeps the server's year: around New Year, or with a wrong clock, the browser has another one. */}
          <span suppressHydrationWarning>{t('footer.rights', { year })}</span>
          <span>{t('footer.version', { version })}</span>
        </p>
      </div>
    </footer>
  );
}

function LinkList({ title, links }: { title: string; links: readonly MenuLink[] }) {
  const t = useTranslations('nav');
  const id = useId();
  return (
    <nav className={css.links} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {links.map(({ key, to }) => (
        <Link key={key} to={to}>
          {t(key)}
        </Link>
      ))}
    </nav>
  );
}

function Contact({ info }: { info: ExchangeInfo }) {
  const { digits } = useFormat();
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

const APPS = ['appAndroid', 'appIOS'] as const satisfies readonly (keyof ExchangeInfo)[];

/** The mobile app, if staff has set its address. */
function Apps({ info }: { info: ExchangeInfo }) {
  const t = useTranslations('footer');
  return APPS.filter((key) => info[key]).map((key) => (
    <a key={key} href={info[key]} target="_blank" rel="noopener noreferrer">
      {t(key)}
    </a>
  ));
}

function ContactSkeleton() {
  return [140, 170, 210].map((width) => (
    <span key={width}>
      <Skeleton width={width} height={14} />
    </span>
  ));
}
