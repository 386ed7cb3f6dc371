import type { ReactNode } from 'react';

/** Opens the palette, or opens it again. */
export type ShowPalette = (show: (palette: ReactNode) => void) => void;
