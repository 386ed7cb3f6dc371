import type { backofficeOverview, ReplyOf } from '@sarraf/domain/contracts';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { Link, useLocation } from '../../lib/navigation/router.tsx';
import { useSession } from '../../lib/session/session.ts';
import { LanguageSwitch, ThemeSwitch } from '../../ui/buttons/switches.tsx';
import { cx } from '../../ui/class-names.ts';
import { Avatar } from '../../ui/images/avatar.tsx';
import { Logo } from '../../ui/images/logo.tsx';
import { Cluster, TwoLine } from '../../ui/layout/layout.tsx';
import { SkipLink } from '../../ui/layout/skip-link.tsx';
import { ApiDocument } from './api-document.tsx';
import css from './frame.module.css';
import { placesOf } from './shared/access.ts';
import { backofficePath, PLACES, type StaffPlace } from './shared/places.ts';
import { visitPlaceText } from './shared/visit.ts';

type Overview = ReplyOf<typeof backofficeOverview>['baseDTO'];

/** The back office around its parts: who one is above, the parts beside, on the phone as tabs. */
export function StaffFrame({ overview, children }: { overview: Overview | undefined; children: ReactNode }) {
  const t = useTranslations();
  const { account } = useSession();
  const name = [account?.firstName, account?.lastName].filter(Boolean).join(' ') || account?.email || '';
  const roles = overview?.roles ?? [];
  const places = placesOf(roles);
  return (
    <div className={css.frame}>
      <SkipLink />
      <Cluster as="header" gap={2} className={css.top}>
        <Link to="/" className={css.brand}>
          <Logo name={t('app.name')} size={26} />
        </Link>
        <span className={css.name}>{t('backoffice.title')}</span>
        <span className={css.space} />
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
      {places.length > 0 && (
        <nav className={css.places} aria-label={t('backoffice.places')}>
          {places.map((place) => (
            <PlaceLink key={place} place={place} waiting={waitingOf(overview, place)} />
          ))}
        </nav>
      )}
      <div id="content" tabIndex={-1} className={css.content}>
        {children}
        {roles.length > 0 && <ApiDocument />}
      </div>
    </div>
  );
}

function PlaceLink({ place, waiting }: { place: StaffPlace; waiting: number }) {
  const t = useTranslations('backoffice');
  const { digits } = useFormat();
  const { pathname, state } = useLocation();
  const here = visitPlaceText(pathname, state) === place;
  const { icon: Icon } = PLACES[place];
  const shown = digits(waiting >= MANY ? `${MANY - 1}+` : waiting);
  const link = useRef<HTMLAnchorElement>(null);
  // On the phone the parts are a row that is wider than the screen.
  useEffect(() => {
    if (here) link.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [here]);
  return (
    <Link
      ref={link}
      to={backofficePath(place)}
      aria-current={here ? 'page' : undefined}
      className={cx(css.place, here && css.here)}
    >
      <Icon size={20} aria-hidden />
      <span>{t(`place.${place}`)}</span>
      {waiting > 0 && (
        <span className={css.badge}>
          <span aria-hidden>{shown}</span>
          <span className="hidden">{t('waiting', { count: shown })}</span>
        </span>
      )}
    </Link>
  );
}

/** The server counts to a thousand, a badge holds two digits. */
const MANY = 100;

const NO_CHANGES = { coinChanges: 0, limitChanges: 0 };

function waitingOf(overview: Overview | undefined, place: StaffPlace): number {
  if (!overview) return 0;
  const { reviews, recoveries, tickets, withdrawals, unclaimed, bankDeposits, refunds, alarms } =
    overview.waiting;
  // Admins alone confirm them.
  const { coinChanges, limitChanges } = overview.roles.includes('admin') ? overview.waiting : NO_CHANGES;
  const counts: Partial<Record<StaffPlace, number>> = {
    reviews,
    recoveries,
    tickets,
    withdrawals,
    companies: refunds,
    alarms,
    incoming: unclaimed + bankDeposits,
    coins: coinChanges,
    limits: limitChanges,
  };
  return counts[place] ?? 0;
}
