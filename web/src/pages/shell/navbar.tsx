import { IconMenu2 } from '@tabler/icons-react';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { listMenuLinks, type PublicMenu } from '../../framework/navigation/route-record.ts';
import { Link, NavLink } from '../../framework/navigation/router.tsx';
import { useSession } from '../../lib/session/session.ts';
import { SearchButton } from '../../search/search-button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/buttons/switches.tsx';
import { cx } from '../../ui/class-names.ts';
import { Logo } from '../../ui/images/logo.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { HeaderBell } from './bell.tsx';
import { HelpMenu } from './help-menu.tsx';
import { MenuSheet } from './menu-sheet.tsx';
import css from './navbar.module.css';

/** For signed-in users; the page works without it if it fails to load. */
const UserMenu = lazy<ComponentType>(() =>
  import('./user-menu.tsx').then(
    ({ UserMenu: Menu }) => ({ default: Menu }),
    () => ({ default: () => null }),
  ),
);

export function Navbar() {
  const t = useTranslations();
  const { signedIn } = useSession();
  const [sheet, setSheet] = useState(false);
  return (
    <header className={css.header}>
      <Cluster gap={3} className={cx('wrap', css.bar)}>
        <Link to="/" className={css.brand}>
          <Logo name={t('app.name')} />
        </Link>
        <Cluster
          as="nav"
          gap={1}
          align="stretch"
          size="sm"
          tone="soft"
          className={css.links}
          aria-label={t('nav.main')}
        >
          <BarLinks menu="product" />
          <HelpMenu />
          <BarLinks menu="company" />
        </Cluster>
        <span className={css.space} />
        <SearchButton />
        <Cluster as="span" gap={1} className={css.wide}>
          <ThemeSwitch />
          <LanguageSwitch />
        </Cluster>
        {signedIn ? (
          <>
            <HeaderBell />
            <span className={css.user}>
              <Suspense fallback={null}>
                <UserMenu />
              </Suspense>
            </span>
          </>
        ) : (
          <>
            <NavLink to="/login" className={({ isActive }) => cx(css.login, isActive && css.here)}>
              {t('nav.login')}
            </NavLink>
            <NavLink
              to="/sign-up"
              className={({ isActive }) => cx(css.login, css.signUp, isActive && css.here)}
            >
              {t('nav.signUp')}
            </NavLink>
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
      </Cluster>
      <MenuSheet open={sheet} onClose={() => setSheet(false)} />
    </header>
  );
}

function BarLinks({ menu }: { menu: PublicMenu }) {
  const t = useTranslations('nav');
  return listMenuLinks(menu).map(({ key, to }) => (
    <NavLink key={key} to={to} className={css.link}>
      {t(key)}
    </NavLink>
  ));
}
