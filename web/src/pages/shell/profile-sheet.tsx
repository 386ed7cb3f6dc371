import { IconLogout, IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { NavLink } from '../../framework/navigation/router.tsx';
import { SupportDot } from '../../inbox/support-dot.tsx';
import { openSearch } from '../../search/search-button.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/buttons/switches.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import css from './menu-sheet.module.css';
import type { buildProfileMenu } from './profile-links.ts';

interface ProfileSheetProps {
  open: boolean;
  menu: ReturnType<typeof buildProfileMenu>;
  onClose: () => void;
  onLeave: () => void;
}

/** The phone's menu: entries that don't fit the bottom bar, language, theme and logout. */
export function ProfileSheet({ open, menu, onClose, onLeave }: ProfileSheetProps) {
  const t = useTranslations();
  const links = menu.flatMap((group) => group.links).filter((link) => !link.bottom);
  return (
    <Modal open={open} onClose={onClose} title={t('nav.menu')}>
      <nav className={css.links} aria-label={t('nav.more')}>
        <button type="button" onClick={openSearch}>
          <IconSearch size={20} aria-hidden />
          {t('nav.search')}
        </button>
        {links.map(({ label, to, icon: Icon, within }) => (
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
      <Cluster justify="between" className={css.switches}>
        <LanguageSwitch />
        <ThemeSwitch />
      </Cluster>
    </Modal>
  );
}
