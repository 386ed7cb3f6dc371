import type { Brand } from '@sarraf/domain/contracts';

/** --ground of the dark theme. */
export const BACKGROUND_COLOUR = '#0b0f17';

/**
 * Returns the mark as an SVG of 30 × 30: two interlocked rings in the brand's colours, like
 * web/src/ui/images/logo.tsx.
 */
export const buildMarkSvg = ({ accent, mark }: Brand): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30" viewBox="0 0 30 30" fill="none" stroke-width="3"><circle cx="11" cy="15" r="9.5" stroke="${accent.dark}"/><circle cx="19" cy="15" r="9.5" stroke="${mark}" stroke-dasharray="44 16" stroke-dashoffset="-9"/></svg>`;
