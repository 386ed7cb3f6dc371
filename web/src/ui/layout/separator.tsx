import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { cx } from '../class-names.ts';
import css from './separator.module.css';
import { type Direction, sizeByKey, sizeMoved } from './separator-move.ts';

interface SeparatorProps {
  /** What it makes larger or smaller. */
  label: string;
  /** The panel behind it, at the end of the line or below. */
  panelId: string;
  direction: Direction;
  least: number;
  most: number;
  /** A new size of the panel in pixels; null: that which it has without a choice. */
  onSize: (size: number | null) => void;
  className?: string | undefined;
}

/** A line between two panels that is moved by hand or arrow keys; a double click or Enter brings the first size back. */
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
    // biome-ignore lint/a11y/useSemanticElements: an hr can't be moved.
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

/** As the page has it now, whoever decided so. */
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
