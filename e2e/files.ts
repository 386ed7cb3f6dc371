/** Files saved by the browser, opened as their recipient would. */
import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import type { Screen } from './screen.ts';

export interface SavedFile {
  name: string;
  bytes: Buffer;
}

/** Returns the file that an action downloads. */
export async function saveDownload({ page }: Screen, action: () => Promise<void>): Promise<SavedFile> {
  const [download] = await Promise.all([page.waitForEvent('download'), action()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Returns the rows of a CSV file whose cells contain no commas. */
export const parseCsvRows = ({ bytes }: SavedFile): string[][] =>
  bytes
    .toString()
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

/** Returns the rows of the only sheet of a workbook whose cells are all text. */
export function parseSheetRows({ bytes }: SavedFile): string[][] {
  const parts = readZip(bytes);
  const listTexts = (xml: string, element: string) =>
    [...xml.matchAll(new RegExp(`<${element}[ >].*?</${element}>`, 'gs'))].map(([element]) => element);
  const decodeXml = (xml: string) => xml.replace(/<[^>]+>/g, '').replaceAll('&amp;', '&');
  const shared = listTexts(parts.get('xl/sharedStrings.xml') ?? '', 'si').map(decodeXml);
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  return listTexts(sheet, 'row').map((row) =>
    listTexts(row, 'c').map((cell) =>
      /^<c[^>]* t="s"/.test(cell) ? (shared[Number.parseInt(decodeXml(cell), 10)] ?? '') : decodeXml(cell),
    ),
  );
}

const DIRECTORY_ENTRY = 0x02014b50;
const DEFLATED = 8;

/** Returns the files of a zip archive by path, from its central directory (PKWARE APPNOTE 4.3.12). */
function readZip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  for (let at = zip.readUInt32LE(end + 16); zip.readUInt32LE(at) === DIRECTORY_ENTRY; ) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(at + offset),
    ) as [number, number, number];
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(begin, begin + zip.readUInt32LE(at + 20));
    const content = zip.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(packed) : packed;
    files.set(zip.toString('utf8', at + 46, at + 46 + nameLength), content.toString());
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
