import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { cx } from '../class-names.ts';
import css from './separator.module.css';
import { type Direction, sizeByKey, sizeMoved } from './separator-move.ts';

interface SeparatorProps {
  /** The panel that it resizes. */
  label: string;
  /** Id of the panel behind it, at the inline end or below. */
  panelId: string;
  direction: Direction;
  least: number;
  most: number;
  /** Called with the panel's new size in pixels; null: the default size. */
  onSize: (size: number | null) => void;
  className?: string | undefined;
}

/**
 * A separator between two panels, moved by dragging or arrow keys; a double click or Enter restores the default
 * size.
 */
export function Separator({ label, panelId, direction, least, most, onSize, className }: SeparatorProps) {
  const size = useSize(panelId, direction);
  const held = useRef<{ at: number; size: number } | null>(null);
  const place = (event: PointerEvent) => (direction === 'vertical' ? event.clientX : event.clientY);
  const down = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    held.current = { at: place(event), size };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!held.current) return;
    const moved = place(event) - held.current.at;
    const from = { size: held.current.size, least, most };
    if (moved !== 0) onSize(sizeMoved(from, moved, direction, isRtl(event.currentTarget)));
  };
  const up = () => {
    held.current = null;
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next =
      event.key === 'Enter'
        ? null
        : (sizeByKey({ size, least, most }, event.key, direction, isRtl(event.currentTarget)) ?? undefined);
    if (next === undefined) return;
    event.preventDefault();
    onSize(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr is not interactive.
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-controls={panelId}
      aria-orientation={direction}
      aria-valuenow={Math.round(size)}
      aria-valuemin={least}
      aria-valuemax={Math.max(most, Math.round(size))}
      title={label}
      className={cx(css.separator, css[direction], className)}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
      onDoubleClick={() => onSize(null)}
      onKeyDown={press}
    />
  );
}

const isRtl = (element: HTMLElement): boolean => getComputedStyle(element).direction === 'rtl';

/** Returns the rendered size, chosen or default. */
function useSize(id: string, direction: Direction): number {
  const [size, setSize] = useState(0);
  useEffect(() => {
    const panel = document.getElementById(id);
    if (!panel) return;
    const observer = new ResizeObserver(() => {
      setSize(direction === 'vertical' ? panel.offsetWidth : panel.offsetHeight);
    });
    observer.observe(panel);
    return () => observer.disconnect();
  }, [id, direction]);
  return size;
}
