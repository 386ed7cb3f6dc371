import type { Icon } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { cx } from '../class-names.ts';
import css from './status-head.module.css';

interface StatusHeadProps {
  icon: Icon;
  /** `done`: everything is open; `review`: others work on it; `todo`: the person has something to do. */
  tone: 'done' | 'review' | 'todo';
  /** What it is that stands so. */
  over: ReactNode;
  title: ReactNode;
  /** Of the title, which can have the focus. */
  titleRef?: Ref<HTMLHeadingElement>;
}

/** How something stands that takes its time: an icon, what it is, and where it has got to. */
export function StatusHead({ icon: Shown, tone, over, title, titleRef }: StatusHeadProps) {
  return (
    <div className={css.status}>
      <span className={cx(css.icon, css[tone])}>
        <Shown size={30} stroke={1.6} aria-hidden />
      </span>
      <div>
        <p className={css.over}>{over}</p>
        <h2 ref={titleRef} tabIndex={titleRef ? -1 : undefined} className={css.state}>
          {title}
        </h2>
      </div>
    </div>
  );
}
