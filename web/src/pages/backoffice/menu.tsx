import type { backofficeOverview, ReplyOf } from '@sarraf/domain/contracts';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation } from '../../framework/navigation/router.tsx';
import { useFormat } from '../../lib/format/use-format.ts';
import { cx } from '../../ui/class-names.ts';
import css from './menu.module.css';
import {
  BACKOFFICE_SECTIONS,
  type BackofficeSection,
  getBackofficePath,
  STAFF_GROUPS,
  type StaffGroup,
} from './shared/places.ts';
import { activeSection } from './shared/visit.ts';
import { getWaitingCounts } from './shared/waiting-counts.ts';
import { StaffHotkeys } from './staff-keys.tsx';

type Overview = ReplyOf<typeof backofficeOverview>['baseDTO'];

interface StaffMenuProps {
  overview: Overview;
  places: readonly BackofficeSection[];
}

/** The sections in groups, each with the number of waiting items. On a phone the groups are a row of tabs. */
export function StaffMenu({ overview, places }: StaffMenuProps) {
  const t = useTranslations('backoffice');
  const { pathname, state } = useLocation();
  const currentSection = activeSection(pathname, state);
  const currentGroup = currentSection === null ? 'today' : BACKOFFICE_SECTIONS[currentSection].group;
  const [open, setOpen] = useState<StaffGroup>(currentGroup);
  const id = useId();
  const counts = getWaitingCounts(overview);
  useEffect(() => {
    setOpen(currentGroup);
  }, [currentGroup]);
  const groups = STAFF_GROUPS.map((group) => ({
    group,
    within: places.filter((place) => BACKOFFICE_SECTIONS[place].group === group),
  })).filter(({ within }) => within.length > 0);
  return (
    <nav className={css.menu} aria-label={t('places')}>
      <div className={css.groups}>
        {groups.map(({ group, within }) => (
          <button
            key={group}
            type="button"
            className={cx(css.group, group === open && css.open)}
            aria-expanded={group === open}
            aria-controls={`${id}-${group}`}
            onClick={() => setOpen(group)}
          >
            {t(`group.${group}`)}
            <CountBadge waiting={within.reduce((sum, place) => sum + (counts[place] ?? 0), 0)} />
          </button>
        ))}
      </div>
      {groups.map(({ group, within }) => (
        <div key={group} id={`${id}-${group}`} className={cx(css.part, group === open && css.shown)}>
          <p id={`${id}-${group}-name`} className={css.name}>
            {t(`group.${group}`)}
          </p>
          <ul className={css.places} aria-labelledby={`${id}-${group}-name`}>
            {within.map((place) => (
              <li key={place}>
                <SectionLink place={place} here={place === currentSection} waiting={counts[place] ?? 0} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <StaffHotkeys />
    </nav>
  );
}

/** As large as the menu, until the sections of this staff member are loaded. */
export const StaffMenuSpace = () => <div className={cx(css.menu, css.space)} />;

function SectionLink({ place, here, waiting }: { place: BackofficeSection; here: boolean; waiting: number }) {
  const t = useTranslations('backoffice.place');
  const { icon: Icon } = BACKOFFICE_SECTIONS[place];
  const link = useRef<HTMLAnchorElement>(null);
  // A group's sections may be wider or longer than the screen.
  useEffect(() => {
    if (here) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [here]);
  return (
    <Link
      ref={link}
      to={getBackofficePath(place)}
      aria-current={here ? 'page' : undefined}
      className={cx(css.place, here && css.here)}
    >
      <Icon size={20} aria-hidden />
      <span>{t(place)}</span>
      <CountBadge waiting={waiting} />
    </Link>
  );
}

/** The server counts up to a thousand, a badge shows two digits. */
const MAX_BADGE_COUNT = 100;

function CountBadge({ waiting }: { waiting: number }) {
  const t = useTranslations('backoffice');
  const { digits } = useFormat();
  if (waiting === 0) return null;
  const countText = digits(waiting >= MAX_BADGE_COUNT ? `${MAX_BADGE_COUNT - 1}+` : waiting);
  return (
    <span className={css.badge}>
      <span aria-hidden>{countText}</span>
      <span className="hidden">{t('waiting', { count: countText })}</span>
    </span>
  );
}
