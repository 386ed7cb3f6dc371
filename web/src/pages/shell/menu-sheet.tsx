import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useSession } from '../../lib/session.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/switches.tsx';
import { PUBLIC_LINKS } from './links.ts';
import css from './menu-sheet.module.css';

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
      <nav className={css.links} aria-label={t('main')}>
        {PUBLIC_LINKS.map((link) => (
          <Link key={link.key} to={link.to} onClick={onClose}>
            {t(link.key)}
          </Link>
        ))}
      </nav>
      <div className={css.switches}>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </Modal>
  );
}
