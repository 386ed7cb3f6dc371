import type { Company } from '@sarraf/domain/contracts';

type Qr = Company['qr'];

/** Width of the quiet zone, without which cameras don't detect the code. */
const QUIET_ZONE = 4;
const SVG = 'http://www.w3.org/2000/svg';

/** Black on white in either theme, for cameras. */
export function QrCode({ qr, size, label }: { qr: Qr; size: number; label: string }) {
  const side = qr.size + 2 * QUIET_ZONE;
  return (
    <svg
      width={size}
      height={size}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="#fff" />
      <path d={qr.path} fill="#000" />
    </svg>
  );
}

/** Renders the code as an SVG file. */
export function renderSvgFile({ size, path }: Qr): Blob {
  const side = size + 2 * QUIET_ZONE;
  const text = `<svg xmlns="${SVG}" viewBox="${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M${-QUIET_ZONE} ${-QUIET_ZONE}h${side}v${side}h${-side}z"/><path d="${path}"/></svg>`;
  return new Blob([text], { type: 'image/svg+xml' });
}

const PIXELS = 12;

/** Renders the code as a PNG file, with whole pixels for each module, so that nothing is blurred. */
export function renderPngFile({ size, path }: Qr): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = (size + 2 * QUIET_ZONE) * PIXELS;
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  if (!context) return Promise.reject(new Error('canvas is not supported'));
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(PIXELS, PIXELS);
  context.translate(QUIET_ZONE, QUIET_ZONE);
  context.fillStyle = '#000';
  context.fill(new Path2D(path));
  return new Promise((resolve, reject) => {
    canvas.toBlob((file) => (file ? resolve(file) : reject(new Error('no picture'))), 'image/png');
  });
}
