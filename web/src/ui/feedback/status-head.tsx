import type { Icon } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { cx } from '../class-names.ts';
import css from './status-head.module.css';

interface StatusHeadProps {
  icon: Icon;
  /** `done`: everything is open; `review`: staff is working on it; `todo`: the person has to act. */
  tone: 'done' | 'review' | 'todo';
  /** The thing that has this status. */
  over: ReactNode;
  title: ReactNode;
  /** Ref of the title, which can be focused. */
  titleRef?: Ref<HTMLHeadingElement>;
}

/** Header of a long-running process: an icon, what it is, and its status. */
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
