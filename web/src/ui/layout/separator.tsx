import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { cx } from '../class-names.ts';
import css from './separator.module.css';
import { type Direction, sizeAfterKey, sizeAfterMove } from './separator-move.ts';

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
  const currentSize = useRenderedSize(panelId, direction);
  const dragStart = useRef<{ at: number; size: number } | null>(null);
  const pointerPosition = (event: PointerEvent) => (direction === 'vertical' ? event.clientX : event.clientY);
  const handlePointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    dragStart.current = { at: pointerPosition(event), size: currentSize };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const handlePointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!dragStart.current) return;
    const movedPx = pointerPosition(event) - dragStart.current.at;
    const startPanel = { size: dragStart.current.size, least, most };
    if (movedPx !== 0) onSize(sizeAfterMove(startPanel, movedPx, direction, isRtl(event.currentTarget)));
  };
  const handlePointerUp = () => {
    dragStart.current = null;
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next =
      event.key === 'Enter'
        ? null
        : (sizeAfterKey(
            { size: currentSize, least, most },
            event.key,
            direction,
            isRtl(event.currentTarget),
          ) ?? undefined);
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
      aria-valuenow={Math.round(currentSize)}
      aria-valuemin={least}
      aria-valuemax={Math.max(most, Math.round(currentSize))}
      title={label}
      className={cx(css.separator, css[direction], className)}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerUp}
      onPointerCancel={handlePointerUp}
      onDoubleClick={() => onSize(null)}
      onKeyDown={handleKeyDown}
    />
  );
}

const isRtl = (element: HTMLElement): boolean => getComputedStyle(element).direction === 'rtl';

/** Returns the rendered size, chosen or default. */
function useRenderedSize(id: string, direction: Direction): number {
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
