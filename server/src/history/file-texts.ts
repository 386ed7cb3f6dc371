/** Texts of the history's files, from `messages/server`. */
import type { exportHistory, QueryOf } from '@sarraf/domain/contracts';
import enFile from '../../../messages/server/en/history-file.json' with { type: 'json' };
import faFile from '../../../messages/server/fa/history-file.json' with { type: 'json' };

export type ExportLanguage = QueryOf<typeof exportHistory>['lang'];

const TEXTS: Record<ExportLanguage, typeof faFile> = { fa: faFile, en: enFile };
export type Column = keyof typeof faFile.columns;

export const columnHeadingOf = (column: Column, lang: ExportLanguage): string => TEXTS[lang].columns[column];
/** Returns the text of a code, or the code itself if there is none. */
export const formatCode = (code: string, lang: ExportLanguage): string => {
  const values: Readonly<Record<string, string>> = TEXTS[lang].value;
  return values[code] ?? code;
};

/** Returns the last line of an incomplete file. */
export const formatCutNote = (reason: keyof typeof faFile.cut, rows: number, lang: ExportLanguage): string =>
  TEXTS[lang].cut[reason].replace('{rows}', rows.toLocaleString(lang === 'fa' ? 'fa-IR' : 'en-US'));
