import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isWithin, listMenuLinks } from '../../framework/navigation/route-record.ts';
import { NavLink, useLocation } from '../../framework/navigation/router.tsx';
import { cx } from '../../ui/class-names.ts';
import css from './help-menu.module.css';
import barCss from './navbar.module.css';

/** Four pages under one entry, to keep the bar short. Expandable links, not a menu of commands. */
export function HelpMenu() {
  const t = useTranslations('nav');
  const { pathname } = useLocation();
  const id = useId();
  const menuRef = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const links = listMenuLinks('help');
  const isCurrent = links.some(({ to }) => isWithin(pathname, to));

  useEffect(() => {
    if (!open) return;
    const handleLeave = ({ target }: Event) => {
      if (target instanceof Node && !menuRef.current?.contains(target)) setOpen(false);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', handleLeave);
    document.addEventListener('focusin', handleLeave);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', handleLeave);
      document.removeEventListener('focusin', handleLeave);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    <div ref={menuRef} className={css.place}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className={cx(barCss.link, css.button, isCurrent && barCss.within)}
        onClick={() => setOpen(!open)}
      >
        {t('help')}
        <IconChevronDown size={16} className={css.chevron} aria-hidden />
      </button>
      <ul id={id} className={css.list} hidden={!open}>
        {links.map(({ key, to }) => (
          <li key={key}>
            <NavLink to={to} className={css.entry} onClick={() => setOpen(false)}>
              {t(key)}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
