import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
} from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../buttons/icon-button.tsx';
import { SectionHead } from '../layout/section-head.tsx';
import css from './carousel.module.css';
import { useSlides } from './use-slides.ts';

export interface Slide {
  key: string;
  /** Contains a single focusable element: a link. */
  content: ReactNode;
}

interface CarouselProps {
  title: string;
  slides: readonly Slide[];
  /** The slides are skeletons: no movement yet. */
  loading?: boolean;
}

/**
 * Three visible slides, two below 1042 px, one below 722. Scrolls like any list by swipe, wheel, keys and buttons;
 * automatically only until the person interacts, and never with reduced motion.
 */
export function Carousel({ title, slides, loading }: CarouselProps) {
  const t = useTranslations('carousel');
  const list = useRef<HTMLUListElement>(null);
  const [isHovered, setIsHovered] = useState(false);
  const { at, stops, canPlay, playing, setPlaying, show } = useSlides(
    list,
    slides.length,
    isHovered || Boolean(loading),
  );
  const showByUser = (index: number) => {
    setPlaying(false);
    show(index);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const slide = event.target instanceof Element ? event.target.closest('li') : null;
    const from = slide ? [...slides.keys()].find((index) => list.current?.children[index] === slide) : at;
    const to = nextSlideIndex(event.key, from ?? at, slides.length, document.documentElement.dir === 'rtl');
    if (to === null) return;
    event.preventDefault();
    showByUser(to);
    list.current?.children[to]?.querySelector('a')?.focus({ preventScroll: true });
  };

  return (
    <section
      aria-roledescription={t('role')}
      aria-label={title}
      className={css.carousel}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsHovered(true)}
      onBlur={() => setIsHovered(false)}
    >
      <SectionHead
        title={title}
        aside={
          <div className={css.buttons} data-idle={stops < 2 || undefined}>
            {canPlay && (
              <IconButton label={playing ? t('pause') : t('play')} onClick={() => setPlaying(!playing)}>
                {playing ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
              </IconButton>
            )}
            <IconButton
              className={css.turn}
              label={t('previous')}
              onClick={() => showByUser(at === 0 ? stops - 1 : at - 1)}
            >
              <IconChevronLeft size={20} className="flip" />
            </IconButton>
            <IconButton
              className={css.turn}
              label={t('next')}
              onClick={() => showByUser((at + 1) % Math.max(stops, 1))}
            >
              <IconChevronRight size={20} className="flip" />
            </IconButton>
          </div>
        }
      />
      <ul
        ref={list}
        className={css.slides}
        aria-busy={loading || undefined}
        onKeyDown={onKeyDown}
        onPointerDown={() => setPlaying(false)}
      >
        {slides.map(({ key, content }) => (
          <li key={key} className={css.slide}>
            {content}
          </li>
        ))}
      </ul>
      <div className={css.dots} aria-hidden>
        {Array.from({ length: stops }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is identified by its index.
          <span key={index} data-here={index === at || undefined} />
        ))}
      </div>
    </section>
  );
}

function nextSlideIndex(key: string, at: number, count: number, rtl: boolean): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === (rtl ? 'ArrowLeft' : 'ArrowRight')) return Math.min(at + 1, count - 1);
  return key === (rtl ? 'ArrowRight' : 'ArrowLeft') ? Math.max(at - 1, 0) : null;
}
