import type { VerifiedDocument } from '@sarraf/domain/contracts';

type Figures = VerifiedDocument['figures'];

interface FigureGroup {
  /** Null: of the whole document. */
  asset: string | null;
  figures: Figures;
}

/** The figures of a document line by line as it has them; what is nothing is left out of a statement's lines. */
export function figureGroups(figures: Figures): FigureGroup[] {
  const groups: FigureGroup[] = [];
  for (const one of figures) {
    if (one.of !== null && /^-?[0.]*$/.test(one.amount)) continue;
    const last = groups.at(-1);
    if (last && last.asset === one.of) last.figures.push(one);
    else groups.push({ asset: one.of, figures: [one] });
  }
  return groups;
}
