import jsQR from 'jsqr';

/** Maximum size to which a picture is scaled before decoding, so that a photograph doesn't block the phone. */
const LARGEST = 1200;

/** Returns the text of the QR code in a picture; null if there is none. */
export function readQr(image: CanvasImageSource, width: number, height: number): string | null {
  const shrink = Math.min(1, LARGEST / Math.max(width, height, 1));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * shrink);
  canvas.height = Math.round(height * shrink);
  const ctx = canvas.getContext('2d', { willReadFrequently: true });
  if (!ctx || canvas.width === 0 || canvas.height === 0) return null;
  // Transparent areas would be read as black.
  ctx.fillStyle = 'white';
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { data } = ctx.getImageData(0, 0, canvas.width, canvas.height);
  return jsQR(data, canvas.width, canvas.height)?.data || null;
}

export async function readQrFile(file: File): Promise<string | null> {
  const image = await createImageBitmap(file);
  try {
    return readQr(image, image.width, image.height);
  } finally {
    image.close();
  }
}
