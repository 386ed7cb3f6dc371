import type { VerifiedDocument } from '@sarraf/domain/contracts';

type Figures = VerifiedDocument['figures'];

interface FigureGroup {
  /** Null: of the whole document. */
  asset: string | null;
  figures: Figures;
}

/** Returns the numbers of a document in its order; zeros are omitted from a statement's rows. */
export function groupFigures(figures: Figures): FigureGroup[] {
  const groups: FigureGroup[] = [];
  for (const one of figures) {
    if (one.of !== null && /^-?[0.]*$/.test(one.amount)) continue;
    const last = groups.at(-1);
    if (last && last.asset === one.of) last.figures.push(one);
    else groups.push({ asset: one.of, figures: [one] });
  }
  return groups;
}
