import { useTranslations } from 'use-intl';
import { listMenuLinks } from '../../framework/navigation/route-record.ts';
import { NavLink } from '../../framework/navigation/router.tsx';
import { useSession } from '../../lib/session/session.ts';
import { openSearch } from '../../search/search-button.tsx';
import { Button, LinkButton } from '../../ui/buttons/button.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/buttons/switches.tsx';
import { Cluster, Stack } from '../../ui/layout/layout.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import css from './menu-sheet.module.css';

const MENUS = ['product', 'help', 'company'] as const;

/** The phone's menu: links, language, theme, and the links to log in and sign up. */
export function MenuSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('nav');
  const { signedIn } = useSession();
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('menu')}
      footer={
        !signedIn && (
          <>
            <LinkButton to="/sign-up" size="l" onClick={onClose}>
              {t('signUp')}
            </LinkButton>
            <LinkButton to="/login" variant="ghost" size="l" onClick={onClose}>
              {t('login')}
            </LinkButton>
          </>
        )
      }
    >
      <Stack as="nav" gap={3} aria-label={t('main')}>
        {MENUS.map((menu) => (
          <ul key={menu} className={css.group}>
            {listMenuLinks(menu).map(({ key, to }) => (
              <li key={key}>
                <NavLink to={to} onClick={onClose}>
                  {t(key)}
                </NavLink>
              </li>
            ))}
          </ul>
        ))}
      </Stack>
      <Cluster justify="between" className={css.switches}>
        <LanguageSwitch />
        <Button variant="text" onClick={openSearch}>
          {t('search')}
        </Button>
        <ThemeSwitch />
      </Cluster>
    </Modal>
  );
}
