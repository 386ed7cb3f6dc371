/** Parses Excel files by the formats' specifications, independent of the code that wrote them. */
import { crc32, inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';
import { roundToInteger } from '../src/platform/files/workbook.ts';

/** Returns the entries of a zip archive, by its central directory; sizes and checksums are verified. */
export function readZip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (end < 0) throw new Error('no end of an archive');
  const fileTexts = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error('no entry where there should be one');
    const [crc, packed, size] = [16, 20, 24].map((offset) => bytes.readUInt32LE(at + offset)) as number[];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    if (bytes.readUInt32LE(local) !== 0x04034b50) throw new Error(`${name} is not where it should be`);
    const data = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const raw = bytes.subarray(data, data + (packed ?? 0));
    const stored = bytes.readUInt16LE(at + 10) === 0;
    const content = stored ? raw : inflateRawSync(raw);
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is broken`);
    fileTexts.set(name, content.toString('utf8'));
    at += 46 + nameLength + extra + comment;
  }
  return fileTexts;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const unescapeText = (xml: string) => xml.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? '?');

/** Returns sheets by name, in their order, as texts of their cells; omitted rows are empty. */
export function readWorkbook(bytes: Buffer): Map<string, string[][]> {
  const files = readZip(bytes);
  const readXml = (name: string) => {
    const fileText = files.get(name);
    if (fileText === undefined) throw new Error(`no ${name}`);
    return fileText;
  };
  const shared = files.has('xl/sharedStrings.xml')
    ? [...readXml('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, item = '']) =>
        cellText(item),
      )
    : [];
  const targets = new Map(
    [...readXml('xl/_rels/workbook.xml.rels').matchAll(/<Relationship\s[^>]*>/gs)].map(([tag]) => [
      /\sId="([^"]*)"/.exec(tag)?.[1],
      /\sTarget="([^"]*)"/.exec(tag)?.[1],
    ]),
  );
  return new Map(
    [...readXml('xl/workbook.xml').matchAll(/<sheet\s[^>]*>/g)].map(([tag]) => {
      const target = targets.get(/r:id="([^"]*)"/.exec(tag)?.[1]) ?? '';
      const xml = readXml(`xl/${target.replace(/^\/?xl\//, '')}`);
      return [unescapeText(/name="([^"]*)"/.exec(tag)?.[1] ?? ''), parseRows(xml, shared)];
    }),
  );
}

const cellText = (xml: string) =>
  [...xml.matchAll(/<t(?:\s[^>]*)?>(.*?)<\/t>/gs)].map(([, part = '']) => unescapeText(part)).join('');

function parseRows(xml: string, shared: readonly string[]): string[][] {
  const rows: string[][] = [];
  for (const [, attributes = '', inner = ''] of xml.matchAll(/<row([^>]*?)(?:\/>|>(.*?)<\/row>)/gs)) {
    const number = /\sr="(\d+)"/.exec(attributes)?.[1];
    while (number !== undefined && rows.length < Number.parseInt(number, 10) - 1) rows.push([]);
    rows.push(
      [...inner.matchAll(/<c([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, cell = '', value = '']) => {
        if (/t="inlineStr"/.test(cell)) return cellText(value);
        const plain = /<v>(.*?)<\/v>/s.exec(value)?.[1] ?? '';
        return /t="s"/.test(cell) ? (shared[Number.parseInt(plain, 10)] ?? '') : unescapeText(plain);
      }),
    );
  }
  return rows;
}

/** Returns the rows of a CSV file with its byte order mark. */
export function parseCsv(content: string): string[][] {
  if (!content.startsWith('\uFEFF')) throw new Error('no byte order mark');
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, bare = '', end = ''] of content
    .slice(1)
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/**
 * Compares a workbook with the CSV: its numbers without trailing zeros, and those of Toman whole; identifiers
 * without the quote mark that marks them as text in a CSV file.
 */
export function expectSameCells(sheet: string[][], csv: string[][]): void {
  expect(sheet.length).toBe(csv.length);
  for (const [at, row] of csv.entries())
    for (const [column, cell] of row.entries()) {
      const forms = /^-?\d+\.\d+$/.test(cell)
        ? [cell.replace(/\.?0+$/, ''), roundToInteger(cell)]
        : [cell.replace(/^'(?=\d)/, '')];
      expect(forms).toContain(sheet[at]?.[column] ?? '');
    }
}
