import { describe, expect, it } from 'vitest';
import { panImage, rotateImage, WHOLE_IMAGE, ZOOM_STEP, zoom } from './view.ts';

const frame = { width: 400, height: 300 };

describe('view of an image', () => {
  it('zooms around the pointer', () => {
    const near = zoom(WHOLE_IMAGE, 2, { x: 100, y: -50 });
    expect(near).toEqual({ scale: 2, turns: 0, x: -100, y: 50 });
    expect(zoom(near, 2, { x: 100, y: -50 })).toEqual({ scale: 4, turns: 0, x: -300, y: 150 });
  });

  it('is limited to the frame’s size and eight times as large, and centred when it fits', () => {
    expect(zoom(WHOLE_IMAGE, 100).scale).toBe(8);
    expect(zoom({ scale: 1.2, turns: 1, x: 30, y: 5 }, 1 / ZOOM_STEP)).toEqual({ ...WHOLE_IMAGE, turns: 1 });
  });

  it('can’t be panned beyond its edge', () => {
    expect(panImage(WHOLE_IMAGE, { x: 50, y: 50 }, frame)).toEqual(WHOLE_IMAGE);
    expect(panImage({ ...WHOLE_IMAGE, scale: 2 }, { x: 999, y: -999 }, frame)).toEqual({
      scale: 2,
      turns: 0,
      x: 200,
      y: -150,
    });
  });

  it('rotates by quarter turns, and returns to the start after four', () => {
    const turned = rotateImage({ scale: 3, turns: 0, x: 9, y: 9 });
    expect(turned).toEqual({ ...WHOLE_IMAGE, turns: 1 });
    expect(rotateImage(rotateImage(rotateImage(turned)))).toEqual(WHOLE_IMAGE);
  });
});
