import { NavLink } from 'react-router';
import { useTranslations } from 'use-intl';
import { useSession } from '../../lib/session/session.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/buttons/switches.tsx';
import { Cluster, Stack } from '../../ui/layout/layout.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { COMPANY_LINKS, HELP_LINKS, PRODUCT_LINKS } from './links.ts';
import css from './menu-sheet.module.css';

const GROUPS = [PRODUCT_LINKS, HELP_LINKS, COMPANY_LINKS];

/** The phone's menu: links, language, theme, and the two ways in. */
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
        {GROUPS.map((links) => (
          <ul key={links[0]?.key} className={css.group}>
            {links.map(({ key, to }) => (
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
        <ThemeSwitch />
      </Cluster>
    </Modal>
  );
}
