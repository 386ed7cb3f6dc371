import { IconLogout, IconMenu2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link, NavLink, Outlet } from '../../framework/navigation/router.tsx';
import { SupportDot } from '../../inbox/support-dot.tsx';
import { useRefreshAfterTrade } from '../../lib/market/use-trade-news.ts';
import { useSession } from '../../lib/session/session.ts';
import { SearchButton } from '../../search/search-button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/buttons/switches.tsx';
import { cx } from '../../ui/class-names.ts';
import { Logo } from '../../ui/images/logo.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { SkipLink } from '../../ui/layout/skip-link.tsx';
import { HeaderBell } from './bell.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ExitDialog } from './exit-dialog.tsx';
import { PageBoundary } from './page-boundary.tsx';
import css from './profile-layout.module.css';
import { buildProfileMenu } from './profile-links.ts';
import { ProfileSheet } from './profile-sheet.tsx';
import { UserMenu } from './user-menu.tsx';

export function Page() {
  const t = useTranslations();
  const { account } = useSession();
  useRefreshAfterTrade();
  const menu = buildProfileMenu(account ?? null);
  const [isLeaving, setIsLeaving] = useState(false);
  const [sheet, setSheet] = useState(false);
  return (
    <div className={css.layout}>
      <SkipLink />
      <aside className={css.side}>
        <Link to="/" className={css.brand}>
          <Logo name={t('app.name')} size={28} />
        </Link>
        <SideMenu menu={menu} />
        <button type="button" title={t('nav.exit')} className={css.entry} onClick={() => setIsLeaving(true)}>
          <IconLogout size={20} className="flip" aria-hidden />
          <span className={css.word}>{t('nav.exit')}</span>
        </button>
      </aside>

      <div className={css.page}>
        <Cluster as="header" gap={1} className={css.top}>
          <Link to="/" className={css.phoneBrand}>
            <Logo name={t('app.name')} size={26} />
          </Link>
          <span className={css.space} />
          <SearchButton />
          <span className={css.wide}>
            <ThemeSwitch />
            <LanguageSwitch />
          </span>
          <HeaderBell />
          <UserMenu />
          <IconButton
            className={css.phone}
            label={t('nav.more')}
            aria-haspopup="dialog"
            onClick={() => setSheet(true)}
          >
            <IconMenu2 size={24} aria-hidden />
            <SupportDot />
          </IconButton>
        </Cluster>
        <div id="content" tabIndex={-1} className={css.content}>
          <PageBoundary>
            <Outlet />
          </PageBoundary>
        </div>
      </div>

      <BottomBar />
      <ProfileSheet
        open={sheet}
        menu={menu}
        onClose={() => setSheet(false)}
        onLeave={() => setIsLeaving(true)}
      />
      <ExitDialog open={isLeaving} onClose={() => setIsLeaving(false)} />
    </div>
  );
}

/** The menu's groups, with the current page marked. */
function SideMenu({ menu }: { menu: ReturnType<typeof buildProfileMenu> }) {
  const t = useTranslations();
  return (
    <nav className={css.menu} aria-label={t('nav.profile')}>
      {menu
        .filter(({ links }) => links.length > 0)
        .map(({ group, links }) => (
          <div key={group} className={css.group}>
            {links.map(({ label, to, icon: Icon, within }) => (
              <NavLink
                key={to}
                to={to}
                end={!within}
                title={t(label)}
                className={({ isActive }) => cx(css.entry, isActive && css.here)}
              >
                <Icon size={20} aria-hidden />
                <span className={css.word}>{t(label)}</span>
                {label === 'nav.support' && <SupportDot />}
              </NavLink>
            ))}
          </div>
        ))}
    </nav>
  );
}
