import { AppError } from '@sarraf/domain';
import sharp from 'sharp';
import { withUnblockedLoader } from '../platform/drawing/pictures.ts';

const MAX_SIDE = 512;
const MAX_PIXELS = 16_000_000;
const TIMEOUT_S = 5;
/** Twice the default density: most SVG logos are small. */
const DENSITY = 144;

const LOADERS = {
  png: 'VipsForeignLoadPngBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
  svg: 'VipsForeignLoadSvgBuffer',
} as const;
export type LogoKind = keyof typeof LOADERS;
const ALL_KINDS: readonly LogoKind[] = ['png', 'webp', 'svg'];

/** Content that no logo needs: scripts, other files, foreign markup, entities that multiply. */
const FORBIDDEN =
  /<!(?:doctype|entity)|<\s*(?:\w+:)?(?:script|foreignobject|iframe|image|use)\b|\son\w+\s*=|@import|\bsrc\s*=|href\s*=\s*(?:"(?!#)|'(?!#)|[^\s"'#])|url\(\s*(?:"(?!#)|'(?!#)|[^\s"'#])/i;

/**
 * Re-renders a logo as a PNG of at most 512 pixels a side, with its transparency; nothing else of the file remains.
 *
 * INVALID_IMAGE: none of `kinds`, damaged, or an SVG with forbidden content.
 */
export async function renderLogo(bytes: Buffer, kinds: readonly LogoKind[] = ALL_KINDS): Promise<Buffer> {
  const kind = detectLogoKind(bytes);
  if (kind === null || !kinds.includes(kind)) throw new AppError('INVALID_IMAGE');
  if (kind === 'svg' && FORBIDDEN.test(bytes.toString('utf8'))) throw new AppError('INVALID_IMAGE');
  try {
    return await withUnblockedLoader(LOADERS[kind], () =>
      sharp(bytes, {
        limitInputPixels: MAX_PIXELS,
        failOn: 'error',
        ...(kind === 'svg' && { density: DENSITY }),
      })
        .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
        .png({ compressionLevel: 9 })
        .timeout({ seconds: TIMEOUT_S })
        .toBuffer(),
    );
  } catch {
    throw new AppError('INVALID_IMAGE');
  }
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function detectLogoKind(bytes: Buffer): LogoKind | null {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  const head = bytes.subarray(0, 1_000).toString('utf8');
  return /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/i.test(head) ? 'svg' : null;
}
