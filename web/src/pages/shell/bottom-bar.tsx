import { useTranslations } from 'use-intl';
import { NavLink } from '../../framework/navigation/router.tsx';
import { useSession } from '../../lib/session/session.ts';
import { cx } from '../../ui/class-names.ts';
import css from './bottom-bar.module.css';
import { buildProfileMenu } from './profile-links.ts';

/** Navigation bar on phones: in the profile area, and on public pages for signed-in users. */
export function BottomBar() {
  const t = useTranslations();
  const { account } = useSession();
  const links = buildProfileMenu(account ?? null).flatMap((group) => group.links);
  return (
    <nav className={css.bottom} aria-label={t('nav.profile')}>
      {links
        .filter((link) => link.bottom)
        .map(({ label, to, icon: Icon, within }) => (
          <NavLink
            key={to}
            to={to}
            end={!within}
            className={({ isActive }) => cx(css.tab, isActive && css.here)}
          >
            <Icon size={22} aria-hidden />
            {t(label)}
          </NavLink>
        ))}
    </nav>
  );
}
