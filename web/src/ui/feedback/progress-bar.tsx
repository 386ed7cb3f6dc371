import css from './progress-bar.module.css';

/** Progress of `done` out of `of` steps; `label` states it in words. */
export function ProgressBar({ done, of, label }: { done: number; of: number; label: string }) {
  const now = Math.max(0, Math.min(done, of));
  return (
    <span
      className={css.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={now}
    >
      <span style={{ inlineSize: of > 0 ? `${(now / of) * 100}%` : 0 }} />
    </span>
  );
}
