import {
  IconArrowsMaximize,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { useImageView } from './use-view.ts';
import { ZOOM_STEP } from './view.ts';
import css from './viewer.module.css';

/** An image viewer for small print: zoom by wheel, touch or keys, pan, quarter turns, full screen. */
export function DocumentImageViewer({ url, alt }: { url: string; alt: string }) {
  const t = useTranslations('backoffice.documents');
  const viewerRef = useRef<HTMLDivElement>(null);
  const { view, frame, zoomBy, turnOnce, reset, handlers } = useImageView();
  const { scale, turns, x, y } = view;
  return (
    <div ref={viewerRef} className={css.viewer}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys pan the image. */}
      <section ref={frame} className={css.frame} aria-label={t('view')} tabIndex={0} {...handlers}>
        <img
          src={url}
          alt={alt}
          draggable={false}
          className={cx(css.image, turns % 2 === 1 && css.sideways)}
          style={{ transform: `translate(${x}px, ${y}px) scale(${scale}) rotate(${turns * 90}deg)` }}
        />
      </section>
      <div className={css.tools}>
        <IconButton label={t('larger')} onClick={() => zoomBy(ZOOM_STEP)}>
          <IconZoomIn size={20} />
        </IconButton>
        <IconButton label={t('smaller')} disabled={scale === 1} onClick={() => zoomBy(1 / ZOOM_STEP)}>
          <IconZoomOut size={20} />
        </IconButton>
        <IconButton label={t('turn')} onClick={turnOnce}>
          <IconRotateClockwise size={20} />
        </IconButton>
        <IconButton label={t('whole')} disabled={scale === 1 && turns === 0} onClick={reset}>
          <IconZoomReset size={20} />
        </IconButton>
        {document.fullscreenEnabled && (
          <IconButton
            label={t('fullScreen')}
            className={css.last}
            onClick={() =>
              document.fullscreenElement
                ? void document.exitFullscreen()
                : void viewerRef.current?.requestFullscreen()
            }
          >
            <IconArrowsMaximize size={20} />
          </IconButton>
        )}
      </div>
    </div>
  );
}
