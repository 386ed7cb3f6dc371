import { parseJsonOrNull, type StoredChoice } from '../../../lib/browser/use-stored-choice.ts';

/** Panels with a custom size, in pixels. */
export const PANELS = {
  book: { direction: 'vertical', least: 256, most: 460 },
  form: { direction: 'vertical', least: 264, most: 460 },
  orders: { direction: 'horizontal', least: 140, most: 520 },
} as const;

export type SizedPanel = keyof typeof PANELS;
/** A missing panel has its default size. */
export type PanelSizes = Partial<Record<SizedPanel, number>>;
export const SIZED_PANELS = Object.keys(PANELS) as SizedPanel[];
export const getPanelId = (panel: SizedPanel): string => `desk-${panel}`;

export const STORED_SIZES: StoredChoice<PanelSizes> = {
  key: 'sarraf.desk',
  read: (text) => {
    const stored = (parseJsonOrNull(text) ?? {}) as Partial<Record<string, unknown>>;
    return Object.fromEntries(
      SIZED_PANELS.flatMap((name) => {
        const size = stored[name];
        const { least, most } = PANELS[name];
        return Number.isInteger(size) && (size as number) >= least && (size as number) <= most
          ? [[name, size]]
          : [];
      }),
    );
  },
  write: JSON.stringify,
};

/** Returns the sizes with one panel's changed; null: the default. */
export function setPanelSize(sizes: PanelSizes, panel: SizedPanel, size: number | null): PanelSizes {
  const { [panel]: _, ...others } = sizes;
  return size === null ? others : { ...others, [panel]: size };
}
