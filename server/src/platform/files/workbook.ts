import type { Cell } from './csv.ts';
import { type Write, Zip } from './zip.ts';

/** Numbers are numbers, so that a spreadsheet can add them up; see `exactFigures`. */
export interface SheetRow {
  cells: readonly Cell[];
  bold?: boolean;
}

/** Maximum rows of one sheet, below Excel's limit. */
const MAX_ROWS = 1_000_000;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const STYLE = { text: 0, bold: 1, whole: 2, decimal: 3 } as const;
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164"
 formatCode="#,##0.##################"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/>
<sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill>
<patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/>
</cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="3" applyNumberFormat="1"/>
<xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** An Excel file that is written as its rows arrive, so that memory use doesn't depend on their number. */
export class Workbook {
  readonly #zip: Zip;
  readonly #rightToLeft: boolean;
  readonly #sheets: string[] = [];

  constructor(write: Write, { rightToLeft }: { rightToLeft: boolean }) {
    this.#zip = new Zip(write);
    this.#rightToLeft = rightToLeft;
  }

  /** `head` is a frozen row, repeated on each further sheet if the rows don't fit one. */
  async sheet(
    name: string,
    {
      head,
      widths,
      bites,
    }: { head?: SheetRow; widths: readonly number[]; bites: AsyncIterable<readonly SheetRow[]> },
  ): Promise<void> {
    const rest = bites[Symbol.asyncIterator]();
    try {
      let next = await rest.next();
      for (let part = 1; part === 1 || !next.done; part += 1) {
        this.#sheets.push(part === 1 ? name : `${name} ${part}`);
        const open = this.#opening(widths, head !== undefined);
        const file = `xl/worksheets/sheet${this.#sheets.length}.xml`;
        await this.#zip.entry(
          file,
          (async function* () {
            yield open;
            let count = 0;
            if (head) yield rowXml(head);
            for (; !next.done && count + next.value.length <= MAX_ROWS; next = await rest.next()) {
              count += next.value.length;
              yield next.value.map(rowXml).join('');
            }
            yield '</sheetData></worksheet>';
          })(),
        );
      }
    } finally {
      // If writing failed, the remaining rows are not read.
      await rest.return?.();
    }
  }

  async end(): Promise<void> {
    const parts = this.#sheets.map((name, at) => ({ name, number: at + 1 }));
    const sheets = parts.map(
      ({ name, number }) => `<sheet name="${xml(name)}" sheetId="${number}" r:id="rId${number}"/>`,
    );
    const relations = parts.map(
      ({ number }) =>
        `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    );
    const types = parts.map(
      ({ number }) =>
        `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
    );
    const files = {
      'xl/styles.xml': STYLES,
      'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}<Relationship
 Id="styles" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
      '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1"
 Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels"
 ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml"
 ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override
 PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${types.join('')}</Types>`,
    };
    for (const [name, text] of Object.entries(files)) await this.#zip.entry(name, [text]);
    await this.#zip.end();
  }

  #opening(widths: readonly number[], frozen: boolean): string {
    const pane = frozen ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : '';
    const columns = widths.map(
      (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
    );
    return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"${
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
export const exactFigures = (heads: readonly string[], cells: readonly Cell[]): string =>
  cells
    .flatMap((cell, at) => {
      if (typeof cell === 'string') return [];
      const number = shown(cell);
      const digits = number.replace(/[-.]/g, '').replace(/^0+/, '');
      return digits.length > EXACT_DIGITS ? [`${heads[at] ?? ''} ${number}`.trim()] : [];
    })
    .join(' | ');

function shown({ number, toman = false }: Exclude<Cell, string>): string {
  if (toman) return wholeText(number);
  return number.includes('.') ? number.replace(/\.?0+$/, '') : number;
}

/** Rounds to the nearest integer, halves away from zero: "-1234.50" → "-1235". */
export function wholeText(number: string): string {
  const [, sign = '', whole = '0', next = '0'] = /^(-?)(\d+)(?:\.(\d))?/.exec(number) ?? [];
  const rounded = BigInt(whole) + (next >= '5' ? 1n : 0n);
  return rounded === 0n ? '0' : `${sign}${rounded}`;
}

const rowXml = ({ cells, bold = false }: SheetRow): string =>
  `<row>${cells.map((cell) => cellXml(cell, bold)).join('')}</row>`;

function cellXml(cell: Cell, bold: boolean): string {
  if (typeof cell !== 'string') {
    const number = shown(cell);
    return `<c s="${number.includes('.') ? STYLE.decimal : STYLE.whole}"><v>${number}</v></c>`;
  }
  // An inline string is never evaluated as a formula.
  return `<c s="${bold ? STYLE.bold : STYLE.text}" t="inlineStr"><is><t xml:space="preserve">${xml(cell)}</t></is></c>`;
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const xml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write these.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => ESCAPED[character] ?? '');
