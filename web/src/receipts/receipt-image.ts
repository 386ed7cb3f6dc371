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

type Ink = Record<'ground' | 'surface' | 'line' | 'text' | 'muted' | 'faint' | 'accent' | 'mark', string>;

/** Scale factor of the drawing. */
const SHARPNESS = 2;
const WIDTH = 540;
const MARGIN = 28;
const EDGE = MARGIN + 32;
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
  const words = [
    ...receipt.lines.flatMap(({ label, value }) => [label, value]),
    ...Object.values(texts).flat(),
  ].join('');
  await Promise.all(
    ['400', '600', '700'].map((weight) => document.fonts.load(`${weight} 20px ${family}`, words)),
  );
  const wrapped = { ...receipt, lines: wrapLines(receipt.lines) };
  const canvas = draw(wrapped, texts, family, code && { text: code.code, qr: await pictureOf(code.qrCode) });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the canvas returned no picture');
  saveFile(blob, `${texts.fileName}.png`);
}

async function pictureOf(png: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  return picture;
}

function draw(
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
  canvas.width = WIDTH * SHARPNESS;
  canvas.height = height * SHARPNESS;
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error('canvas is not supported');
  ctx.scale(SHARPNESS, SHARPNESS);
  const rtl = document.documentElement.dir === 'rtl';
  ctx.direction = rtl ? 'rtl' : 'ltr';
  const ink = lightInk();
  const start = rtl ? WIDTH - EDGE : EDGE;
  const end = rtl ? EDGE : WIDTH - EDGE;
  const write = (
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
    ctx.fillText(text, x, y, WIDTH - EDGE * 2);
  };
  const rule = (y: number) => {
    ctx.fillStyle = ink.line;
    ctx.fillRect(EDGE, y, WIDTH - EDGE * 2, 1);
  };

  ctx.fillStyle = ink.ground;
  ctx.fillRect(0, 0, WIDTH, height);
  ctx.fillStyle = ink.surface;
  ctx.beginPath();
  ctx.roundRect(MARGIN, MARGIN, WIDTH - MARGIN * 2, height - MARGIN * 2, 20);
  ctx.fill();

  drawMark(ctx, rtl ? start - 36 : start, MARGIN + 34, ink);
  write(texts.name, rtl ? start - 48 : start + 48, MARGIN + 61, '700 22px', ink.text, 'start');
  write(texts.title, end, MARGIN + 60, '400 15px', ink.muted, 'end');
  rule(MARGIN + 96);
  write(receipt.did, start, MARGIN + 142, '400 16px', ink.muted, 'start');
  write(receipt.amount, start, MARGIN + 182, '700 30px', ink.text, 'start');

  receipt.lines.forEach(({ label, value, latin, strong }, index) => {
    const y = MARGIN + HEAD + index * ROW + (strong ? 32 : 20);
    if (strong) rule(y - 34);
    write(label, start, y, '400 15px', ink.muted, 'start');
    // Isolated, so that codes keep their own direction.
    write(latin ? `\u2066${value}\u2069` : value, end, y, strong ? '700 18px' : '600 15px', ink.text, 'end');
  });
  if (code) {
    const y = MARGIN + HEAD + receipt.lines.length * ROW + 12;
    rule(y);
    ctx.drawImage(code.qr, rtl ? EDGE : WIDTH - EDGE - QR, y + 10, QR, QR);
    write(texts.code, start, y + 56, '400 15px', ink.muted, 'start');
    write(`\u2066${code.text}\u2069`, start, y + 84, '600 15px', ink.text, 'start');
  }
  const foot = height - MARGIN - 34 - texts.issuer.length * ISSUER_LINE;
  [texts.footer, ...texts.issuer].forEach((line, index) => {
    write(
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

/** Draws the two rings of the logo like `ui/images/logo.tsx`, 36 units wide. */
function drawMark(ctx: CanvasRenderingContext2D, x: number, y: number, ink: Ink): void {
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
function lightInk(): Ink {
  const probe = document.createElement('div');
  probe.dataset.theme = 'light';
  probe.hidden = true;
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const ink = {
    ground: token('--ground'),
    surface: token('--surface'),
    line: token('--line-strong'),
    text: token('--text'),
    muted: token('--text-2'),
    faint: token('--text-3'),
    accent: token('--accent'),
    mark: token('--mark'),
  };
  probe.remove();
  return ink;
}
