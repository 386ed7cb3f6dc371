import type { backofficeOverview, ReplyOf } from '@sarraf/domain/contracts';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../framework/navigation/router.tsx';
import { useSession } from '../../lib/session/session.ts';
import { SearchButton } from '../../search/search-button.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/buttons/switches.tsx';
import { Avatar } from '../../ui/images/avatar.tsx';
import { Logo } from '../../ui/images/logo.tsx';
import { Cluster, TwoLine } from '../../ui/layout/layout.tsx';
import { SkipLink } from '../../ui/layout/skip-link.tsx';
import { ApiDocument } from './api-document.tsx';
import css from './frame.module.css';
import { StaffMenu, StaffMenuSpace } from './menu.tsx';
import { listSections } from './shared/access.ts';

const loadStaffPalette = () =>
  import('./finder/show-staff-palette.tsx').then((part) => part.showStaffPalette);
type Overview = ReplyOf<typeof backofficeOverview>['baseDTO'];

/** Layout of the back office: the signed-in staff member above, the menu at the side, on a phone below. */
export function BackofficeLayout({
  overview,
  loading = false,
  children,
}: {
  overview: Overview | undefined;
  /** The overview is on its way: the menu's space is kept for it. */
  loading?: boolean;
  children: ReactNode;
}) {
  const t = useTranslations();
  const { account } = useSession();
  const name = [account?.firstName, account?.lastName].filter(Boolean).join(' ') || account?.email || '';
  const roles = overview?.roles ?? [];
  const places = listSections(roles);
  return (
    <div className={css.frame}>
      <SkipLink />
      <Cluster as="header" gap={2} className={css.top}>
        <Link to="/" className={css.brand}>
          <Logo name={t('app.name')} size={26} />
        </Link>
        <span className={css.name}>{t('backoffice.title')}</span>
        <span className={css.space} />
        <SearchButton load={loadStaffPalette} />
        <Cluster as="span" gap={2} shrink size="sm" weight={500} className={css.who}>
          <Avatar name={name} size={32} />
          <TwoLine className={css.names}>
            <span>{name}</span>
            {roles.length > 0 && (
              <small>
                <span className="hidden">{t('backoffice.yourRoles')}: </span>
                {roles.map((role) => t(`backoffice.role.${role}`)).join(' · ')}
              </small>
            )}
          </TwoLine>
        </Cluster>
        <ThemeSwitch />
        <LanguageSwitch />
        <Link
          to="/profile"
          className={css.back}
          aria-label={t('backoffice.toSite')}
          title={t('backoffice.toSite')}
        >
          <IconArrowBackUp size={20} className={css.arrow} aria-hidden />
          <span>{t('backoffice.toSite')}</span>
        </Link>
      </Cluster>
      {overview && places.length > 0 && <StaffMenu overview={overview} places={places} />}
      {loading && <StaffMenuSpace />}
      <div id="content" tabIndex={-1} className={css.content}>
        {children}
        {roles.length > 0 && <ApiDocument />}
      </div>
    </div>
  );
}
