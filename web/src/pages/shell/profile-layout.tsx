import { IconDots, IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { SupportDot } from '../../inbox/support-dot.tsx';
import { useTradeNews } from '../../lib/market/use-trade-news.ts';
import { isWithin } from '../../lib/navigation/route-record.ts';
import { Link, NavLink, Outlet, useLocation } from '../../lib/navigation/router.tsx';
import { useSession } from '../../lib/session/session.ts';
import { LanguageSwitch, ThemeSwitch } from '../../ui/buttons/switches.tsx';
import { cx } from '../../ui/class-names.ts';
import { Logo } from '../../ui/images/logo.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { SkipLink } from '../../ui/layout/skip-link.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { HeaderBell } from './bell.tsx';
import { ExitDialog } from './exit-dialog.tsx';
import sheetCss from './menu-sheet.module.css';
import { PageBoundary } from './page-boundary.tsx';
import css from './profile-layout.module.css';
import { profileLinks } from './profile-links.ts';
import { UserMenu } from './user-menu.tsx';

export function Page() {
  const t = useTranslations();
  const { account } = useSession();
  useTradeNews();
  const links = profileLinks(account ?? null);
  const [leaving, setLeaving] = useState(false);
  const [more, setMore] = useState(false);
  const { pathname } = useLocation();
  const isUnderMore = links.some(
    ({ to, bottom, within }) => !bottom && (within ? isWithin(pathname, to) : pathname === to),
  );
  return (
    <div className={css.layout}>
      <SkipLink />
      <aside className={css.side}>
        <Link to="/" className={css.brand}>
          <Logo name={t('app.name')} size={28} />
        </Link>
        <nav className={css.menu} aria-label={t('nav.profile')}>
          {links.map(({ label, to, icon: Icon, within }) => (
            <NavLink
              key={to}
              to={to}
              end={!within}
              className={({ isActive }) => cx(css.entry, isActive && css.here)}
            >
              <Icon size={20} aria-hidden />
              {t(label)}
              {label === 'nav.support' && <SupportDot />}
            </NavLink>
          ))}
        </nav>
        <button type="button" className={css.entry} onClick={() => setLeaving(true)}>
          <IconLogout size={20} className="flip" aria-hidden />
          {t('nav.exit')}
        </button>
      </aside>

      <div className={css.page}>
        <Cluster as="header" gap={1} className={css.top}>
          <Link to="/" className={css.phoneBrand}>
            <Logo name={t('app.name')} size={26} />
          </Link>
          <span className={css.space} />
          <ThemeSwitch />
          <LanguageSwitch />
          <HeaderBell />
          <UserMenu />
        </Cluster>
        <div id="content" tabIndex={-1} className={css.content}>
          <PageBoundary>
            <Outlet />
          </PageBoundary>
        </div>
      </div>

      <nav className={css.bottom} aria-label={t('nav.profile')}>
        {links
          .filter((link) => link.bottom)
          .map(({ label, to, icon: Icon }) => (
            <NavLink key={to} to={to} end className={({ isActive }) => cx(css.tab, isActive && css.here)}>
              <Icon size={22} aria-hidden />
              {t(label)}
            </NavLink>
          ))}
        <button
          type="button"
          className={cx(css.tab, isUnderMore && css.here)}
          aria-current={isUnderMore || undefined}
          aria-haspopup="dialog"
          onClick={() => setMore(true)}
        >
          <span className={css.marked}>
            <IconDots size={22} aria-hidden />
            <SupportDot />
          </span>
          {t('nav.more')}
        </button>
      </nav>

      <MoreSheet open={more} links={links} onClose={() => setMore(false)} onLeave={() => setLeaving(true)} />
      <ExitDialog open={leaving} onClose={() => setLeaving(false)} />
    </div>
  );
}

interface MoreSheetProps {
  open: boolean;
  links: ReturnType<typeof profileLinks>;
  onClose: () => void;
  onLeave: () => void;
}

/** What the phone's bottom bar has no room for. */
function MoreSheet({ open, links, onClose, onLeave }: MoreSheetProps) {
  const t = useTranslations();
  return (
    <Modal open={open} onClose={onClose} title={t('nav.more')}>
      <nav className={sheetCss.links} aria-label={t('nav.more')}>
        {links
          .filter((link) => !link.bottom)
          .map(({ label, to, icon: Icon, within }) => (
            <NavLink key={to} to={to} end={!within} onClick={onClose}>
              <Icon size={20} aria-hidden />
              {t(label)}
              {label === 'nav.support' && <SupportDot />}
            </NavLink>
          ))}
        <button type="button" onClick={onLeave}>
          <IconLogout size={20} className="flip" aria-hidden />
          {t('nav.exit')}
        </button>
      </nav>
    </Modal>
  );
}
