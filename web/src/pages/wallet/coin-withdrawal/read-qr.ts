import jsQR from 'jsqr';

/** A picture is looked at in this size at most, so that a photograph doesn't stop the phone. */
const LARGEST = 1200;

/** What the QR code in a picture says; null when there is none to be read. */
export function readQr(image: CanvasImageSource, width: number, height: number): string | null {
  const shrink = Math.min(1, LARGEST / Math.max(width, height, 1));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * shrink);
  canvas.height = Math.round(height * shrink);
  const ctx = canvas.getContext('2d', { willReadFrequently: true });
  if (!ctx || canvas.width === 0 || canvas.height === 0) return null;
  // What is transparent would be read as black.
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
