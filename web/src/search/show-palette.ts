import type { ReactNode } from 'react';

/** Opens the palette, or reopens it. */
export type ShowPalette = (show: (palette: ReactNode) => void) => void;
