import { IconMenu2 } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, NavLink } from 'react-router';
import { useTranslations } from 'use-intl';
import { useSession } from '../../lib/session.ts';
import { LinkButton } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/switches.tsx';
import { PUBLIC_LINKS } from './links.ts';
import { MenuSheet } from './menu-sheet.tsx';
import css from './navbar.module.css';
import { UserMenu } from './user-menu.tsx';

export function Navbar() {
  const t = useTranslations();
  const { signedIn } = useSession();
  const [sheet, setSheet] = useState(false);
  return (
    <header className={css.header}>
      <div className={cx('wrap', css.bar)}>
        <Link to="/" className={css.brand}>
          <Logo name={t('app.name')} />
        </Link>
        <nav className={css.links} aria-label={t('nav.main')}>
          {PUBLIC_LINKS.map((link) => (
            <Link key={link.key} to={link.to}>
              {t(`nav.${link.key}`)}
            </Link>
          ))}
        </nav>
        <span className={css.space} />
        <span className={css.wide}>
          <ThemeSwitch />
          <LanguageSwitch />
        </span>
        {signedIn ? (
          <UserMenu />
        ) : (
          <>
            <NavLink to="/login" className={({ isActive }) => cx(css.login, isActive && css.here)}>
              {t('nav.login')}
            </NavLink>
            <LinkButton to="/sign-up">{t('nav.signUp')}</LinkButton>
          </>
        )}
        <IconButton
          className={css.menu}
          label={t('nav.menu')}
          aria-haspopup="dialog"
          onClick={() => setSheet(true)}
        >
          <IconMenu2 size={24} />
        </IconButton>
      </div>
      <MenuSheet open={sheet} onClose={() => setSheet(false)} />
    </header>
  );
}
