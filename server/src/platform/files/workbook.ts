import type { Cell } from './csv.ts';
import { type WriteBytes, ZipWriter } from './zip.ts';

/** Numbers are numbers, so that a spreadsheet can add them up; see `formatExactFigures`. */
export interface SheetRow {
  cells: readonly Cell[];
  bold?: boolean;
}

/** Maximum rows of one sheet, below Excel's limit. */
const MAX_ROWS = 1_000_000;
const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const STYLE = { text: 0, bold: 1, whole: 2, decimal: 3 } as const;
const STYLES = `${XML_DECLARATION}<styleSheet xmlns="${MAIN_NAMESPACE}"><numFmts count="1"><numFmt numFmtId="164"
 formatCode="#,##0.##################"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/>
<sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill>
<patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/>
</cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="3" applyNumberFormat="1"/>
<xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** An Excel file that is written as its rows arrive, so that memory use doesn't depend on their number. */
export class Workbook {
  readonly #zip: ZipWriter;
  readonly #rightToLeft: boolean;
  readonly #sheets: string[] = [];

  constructor(write: WriteBytes, { rightToLeft }: { rightToLeft: boolean }) {
    this.#zip = new ZipWriter(write);
    this.#rightToLeft = rightToLeft;
  }

  /** `head` is a frozen row, repeated on each further sheet if the rows don't fit one. */
  async addSheet(
    name: string,
    {
      head,
      widths,
      bites,
    }: { head?: SheetRow; widths: readonly number[]; bites: AsyncIterable<readonly SheetRow[]> },
  ): Promise<void> {
    const chunks = bites[Symbol.asyncIterator]();
    try {
      let next = await chunks.next();
      for (let part = 1; part === 1 || !next.done; part += 1) {
        this.#sheets.push(part === 1 ? name : `${name} ${part}`);
        const openingXml = this.#sheetOpeningXml(widths, head !== undefined);
        const file = `xl/worksheets/sheet${this.#sheets.length}.xml`;
        await this.#zip.addEntry(
          file,
          (async function* () {
            yield openingXml;
            let count = 0;
            if (head) yield toRowXml(head);
            for (; !next.done && count + next.value.length <= MAX_ROWS; next = await chunks.next()) {
              count += next.value.length;
              yield next.value.map(toRowXml).join('');
            }
            yield '</sheetData></worksheet>';
          })(),
        );
      }
    } finally {
      // If writing failed, the remaining rows are not read.
      await chunks.return?.();
    }
  }

  async finish(): Promise<void> {
    const parts = this.#sheets.map((name, at) => ({ name, number: at + 1 }));
    const sheets = parts.map(
      ({ name, number }) => `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`,
    );
    const relations = parts.map(
      ({ number }) =>
        `<Relationship Id="rId${number}" Type="${RELATIONS_NAMESPACE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    );
    const types = parts.map(
      ({ number }) =>
        `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${CONTENT_TYPE}.worksheet+xml"/>`,
    );
    const files = {
      'xl/styles.xml': STYLES,
      'xl/workbook.xml': `${XML_DECLARATION}<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONS_NAMESPACE}"><sheets>${sheets.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${relations.join('')}<Relationship
 Id="styles" Type="${RELATIONS_NAMESPACE}/styles" Target="styles.xml"/></Relationships>`,
      '_rels/.rels': `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1"
 Type="${RELATIONS_NAMESPACE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      '[Content_Types].xml': `${XML_DECLARATION}<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels"
 ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml"
 ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT_TYPE}.sheet.main+xml"/><Override
 PartName="/xl/styles.xml" ContentType="${CONTENT_TYPE}.styles+xml"/>${types.join('')}</Types>`,
    };
    for (const [name, text] of Object.entries(files)) await this.#zip.addEntry(name, [text]);
    await this.#zip.finish();
  }

  #sheetOpeningXml(widths: readonly number[], frozen: boolean): string {
    const pane = frozen ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : '';
    const columns = widths.map(
      (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
    );
    return `${XML_DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}"><sheetViews><sheetView workbookViewId="0"${
      this.#rightToLeft ? ' rightToLeft="1"' : ''
    }>${pane}</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
  }
}

/** Significant digits that a spreadsheet keeps and a double represents exactly. */
const EXACT_DIGITS = 15;

/**
 * Returns, for the end of a row, its numbers that a spreadsheet rounds, each with the header of its column: "Amount
 * 1.234567890123456789". Empty: it rounds none.
 */
export const formatExactFigures = (heads: readonly string[], cells: readonly Cell[]): string =>
  cells
    .flatMap((cell, at) => {
      if (typeof cell === 'string') return [];
      const number = formatNumber(cell);
      const digits = number.replace(/[-.]/g, '').replace(/^0+/, '');
      return digits.length > EXACT_DIGITS ? [`${heads[at] ?? ''} ${number}`.trim()] : [];
    })
    .join(' | ');

function formatNumber({ number, toman = false }: Exclude<Cell, string>): string {
  if (toman) return roundToInteger(number);
  return number.includes('.') ? number.replace(/\.?0+$/, '') : number;
}

/** Rounds to the nearest integer, halves away from zero: "-1234.50" → "-1235". */
export function roundToInteger(number: string): string {
  const [, sign = '', whole = '0', next = '0'] = /^(-?)(\d+)(?:\.(\d))?/.exec(number) ?? [];
  const rounded = BigInt(whole) + (next >= '5' ? 1n : 0n);
  return rounded === 0n ? '0' : `${sign}${rounded}`;
}

const toRowXml = ({ cells, bold = false }: SheetRow): string =>
  `<row>${cells.map((cell) => toCellXml(cell, bold)).join('')}</row>`;

function toCellXml(cell: Cell, bold: boolean): string {
  if (typeof cell !== 'string') {
    const number = formatNumber(cell);
    return `<c s="${number.includes('.') ? STYLE.decimal : STYLE.whole}"><v>${number}</v></c>`;
  }
  // An inline string is never evaluated as a formula.
  return `<c s="${bold ? STYLE.bold : STYLE.text}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
}

const ESCAPED_CHARACTERS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write these.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => ESCAPED_CHARACTERS[character] ?? '');
