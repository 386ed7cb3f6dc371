import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { cx } from '../class-names.ts';
import css from './tabs.module.css';

export interface Tab<K extends string> {
  key: K;
  label: ReactNode;
}

interface TabsProps<K extends string> {
  /** Names the group for screen readers. */
  label: string;
  tabs: readonly Tab<K>[];
  value: K;
  onChange: (key: K) => void;
  /** The panel of the open tab. */
  children?: ReactNode;
}

export function Tabs<K extends string>({ label, tabs, value, onChange, children }: TabsProps<K>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const selectedIndex = tabs.findIndex(({ key }) => key === value);
  useLayoutEffect(() => {
    scrollToTab(list.current, selectedIndex);
  }, [selectedIndex]);

  const handleKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, selectedIndex, tabs.length, document.documentElement.dir === 'rtl');
    const tab = next === null ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.key);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next ?? 0]?.focus();
  };

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={css.tabs} onKeyDown={handleKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab.key === value}
            aria-controls={children ? `${id}-panel` : undefined}
            tabIndex={tab.key === value ? 0 : -1}
            className={cx(css.tab, tab.key === value && css.on)}
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {children && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className={css.panel}>
          {children}
        </div>
      )}
    </>
  );
}

/** Pixels left visible next to the selected tab, so that people see that there are more. */
const PEEK_PX = 32;

/** Scrolls the row, not the page, until the selected tab is fully visible. */
function scrollToTab(list: HTMLElement | null, index: number): void {
  const tab = list?.querySelectorAll('[role=tab]')[index];
  if (!list || !tab) return;
  const row = list.getBoundingClientRect();
  const { left, right } = tab.getBoundingClientRect();
  if (left < row.left) list.scrollLeft += left - row.left - PEEK_PX;
  else if (right > row.right) list.scrollLeft += right - row.right + PEEK_PX;
}

function nextIndex(key: string, index: number, count: number, rtl: boolean): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const forward = rtl ? 'ArrowLeft' : 'ArrowRight';
  const backward = rtl ? 'ArrowRight' : 'ArrowLeft';
  if (key === forward) return (index + 1) % count;
  return key === backward ? (index - 1 + count) % count : null;
}
