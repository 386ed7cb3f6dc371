/** Texts of the yearly statement's files, from `messages`; its method is also shown on the web's printout. */
import type { Calendar } from '@sarraf/domain/contracts';
import enFile from '../../../messages/server/en/statement-file.json' with { type: 'json' };
import faFile from '../../../messages/server/fa/statement-file.json' with { type: 'json' };
import enWeb from '../../../messages/web/en/statement.json' with { type: 'json' };
import faWeb from '../../../messages/web/fa/statement.json' with { type: 'json' };
import type { Lang } from '../platform/files/table-file.ts';

export const STATEMENT_TEXTS: Record<
  Lang,
  typeof faFile & { calendar: Record<Calendar, string>; method: typeof faWeb.method }
> = { fa: { ...faFile, method: faWeb.method }, en: { ...enFile, method: enWeb.method } };

export type Figure = keyof typeof faFile.figures;
/** In the order of their columns. */
export const FIGURES = Object.keys(faFile.figures) as Figure[];

/** Returns the text of a code, or the code itself if there is none. */
export const formatSide = (orderType: string, lang: Lang): string => {
  const sides: Readonly<Record<string, string>> = STATEMENT_TEXTS[lang].side;
  return sides[orderType] ?? orderType;
};
