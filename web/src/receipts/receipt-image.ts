import type { IssuedCode } from '@sarraf/domain/contracts';
import { saveFile } from '../lib/browser/save-file.ts';
import type { Receipt } from './use-receipt.ts';
import { wrapLines } from './wrap-lines.ts';

interface ImageTexts {
  fileName: string;
  name: string;
  title: string;
  footer: string;
  /** The issuer, one line each. */
  issuer: readonly string[];
  /** Label of the verification code. */
  code: string;
}

type ImageColors = Record<
  'ground' | 'surface' | 'line' | 'text' | 'muted' | 'faint' | 'accent' | 'mark',
  string
>;

/** Scale factor of the drawing. */
const SCALE_FACTOR = 2;
const WIDTH = 540;
const MARGIN = 28;
const BORDER = MARGIN + 32;
const HEAD = 232;
const ROW = 42;
const FOOT = 104;
/** Size of the QR code next to the verification code. */
const CODE = 132;
const QR = 112;
const ISSUER_LINE = 22;

/** Draws the receipt as a PNG, always in the light theme's colours, and downloads it. */
export async function saveReceiptImage(
  receipt: Receipt,
  code: IssuedCode | null,
  texts: ImageTexts,
): Promise<void> {
  const family = getComputedStyle(document.body).fontFamily;
  const allText = [
    ...receipt.lines.flatMap(({ label, value }) => [label, value]),
    ...Object.values(texts).flat(),
  ].join('');
  await Promise.all(
    ['400', '600', '700'].map((weight) => document.fonts.load(`${weight} 20px ${family}`, allText)),
  );
  const wrapped = { ...receipt, lines: wrapLines(receipt.lines) };
  const canvas = drawReceipt(
    wrapped,
    texts,
    family,
    code && { text: code.code, qr: await decodePng(code.qrCode) },
  );
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the canvas returned no picture');
  saveFile(blob, `${texts.fileName}.png`);
}

async function decodePng(png: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  return picture;
}

function drawReceipt(
  receipt: Receipt,
  texts: ImageTexts,
  family: string,
  code: { text: string; qr: HTMLImageElement } | null,
): HTMLCanvasElement {
  const height =
    MARGIN * 2 +
    HEAD +
    receipt.lines.length * ROW +
    (code ? CODE : 0) +
    FOOT +
    texts.issuer.length * ISSUER_LINE;
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH * SCALE_FACTOR;
  canvas.height = height * SCALE_FACTOR;
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error('canvas is not supported');
  ctx.scale(SCALE_FACTOR, SCALE_FACTOR);
  const rtl = document.documentElement.dir === 'rtl';
  ctx.direction = rtl ? 'rtl' : 'ltr';
  const ink = readLightColors();
  const start = rtl ? WIDTH - BORDER : BORDER;
  const end = rtl ? BORDER : WIDTH - BORDER;
  const drawText = (
    text: string,
    x: number,
    y: number,
    font: string,
    colour: string,
    align: CanvasTextAlign,
  ) => {
    ctx.font = `${font} ${family}`;
    ctx.fillStyle = colour;
    ctx.textAlign = align;
    // A text that is too long, such as an address, is condensed.
    ctx.fillText(text, x, y, WIDTH - BORDER * 2);
  };
  const drawLine = (y: number) => {
    ctx.fillStyle = ink.line;
    ctx.fillRect(BORDER, y, WIDTH - BORDER * 2, 1);
  };

  drawPaper(ctx, height, ink);
  drawMark(ctx, rtl ? start - 36 : start, MARGIN + 34, ink);
  drawText(texts.name, rtl ? start - 48 : start + 48, MARGIN + 61, '700 22px', ink.text, 'start');
  drawText(texts.title, end, MARGIN + 60, '400 15px', ink.muted, 'end');
  drawLine(MARGIN + 96);
  drawText(receipt.did, start, MARGIN + 142, '400 16px', ink.muted, 'start');
  drawText(receipt.amount, start, MARGIN + 182, '700 30px', ink.text, 'start');

  receipt.lines.forEach(({ label, value, latin, strong }, index) => {
    const y = MARGIN + HEAD + index * ROW + (strong ? 32 : 20);
    if (strong) drawLine(y - 34);
    drawText(label, start, y, '400 15px', ink.muted, 'start');
    // Isolated, so that codes keep their own direction.
    drawText(
      latin ? `\u2066${value}\u2069` : value,
      end,
      y,
      strong ? '700 18px' : '600 15px',
      ink.text,
      'end',
    );
  });
  if (code) {
    const y = MARGIN + HEAD + receipt.lines.length * ROW + 12;
    drawLine(y);
    ctx.drawImage(code.qr, rtl ? BORDER : WIDTH - BORDER - QR, y + 10, QR, QR);
    drawText(texts.code, start, y + 56, '400 15px', ink.muted, 'start');
    drawText(`\u2066${code.text}\u2069`, start, y + 84, '600 15px', ink.text, 'start');
  }
  const foot = height - MARGIN - 34 - texts.issuer.length * ISSUER_LINE;
  [texts.footer, ...texts.issuer].forEach((line, index) => {
    drawText(
      line,
      start,
      foot + index * ISSUER_LINE,
      '400 12.5px',
      index === 0 ? ink.faint : ink.muted,
      'start',
    );
  });
  return canvas;
}

function drawPaper(
  ctx: CanvasRenderingContext2D,
  height: number,
  ink: ReturnType<typeof readLightColors>,
): void {
  ctx.fillStyle = ink.ground;
  ctx.fillRect(0, 0, WIDTH, height);
  ctx.fillStyle = ink.surface;
  ctx.beginPath();
  ctx.roundRect(MARGIN, MARGIN, WIDTH - MARGIN * 2, height - MARGIN * 2, 20);
  ctx.fill();
}

/** Draws the two rings of the logo like `ui/images/logo.tsx`, 36 units wide. */
function drawMark(ctx: CanvasRenderingContext2D, x: number, y: number, ink: ImageColors): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(1.2, 1.2);
  ctx.lineWidth = 3;
  ctx.strokeStyle = ink.accent;
  ctx.beginPath();
  ctx.arc(11, 15, 9.5, 0, 2 * Math.PI);
  ctx.stroke();
  ctx.strokeStyle = ink.mark;
  ctx.setLineDash([44, 16]);
  ctx.lineDashOffset = -9;
  ctx.beginPath();
  ctx.arc(19, 15, 9.5, 0, 2 * Math.PI);
  ctx.stroke();
  ctx.restore();
}

/** Returns the colours of the light theme, whatever theme the page has. */
function readLightColors(): ImageColors {
  const probe = document.createElement('div');
  probe.dataset.theme = 'light';
  probe.hidden = true;
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const readToken = (name: string) => style.getPropertyValue(name).trim();
  const colors = {
    ground: readToken('--ground'),
    surface: readToken('--surface'),
    line: readToken('--line-strong'),
    text: readToken('--text'),
    muted: readToken('--text-2'),
    faint: readToken('--text-3'),
    accent: readToken('--accent'),
    mark: readToken('--mark'),
  };
  probe.remove();
  return colors;
}
