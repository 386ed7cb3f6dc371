import jsQR from 'jsqr';
import sharp from 'sharp';

/** Returns the text of a QR code's picture, in base64; undefined: it can't be read. */
export async function readQrCode(base64: string): Promise<string | undefined> {
  const { data, info } = await sharp(Buffer.from(base64, 'base64'))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
}
