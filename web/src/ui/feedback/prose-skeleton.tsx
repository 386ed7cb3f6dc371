import css from './prose-skeleton.module.css';
import { Skeleton } from './skeleton.tsx';

const LINES = ['100%', '96%', '99%', '62%'];

/** Placeholder of a loading text. */
export function ProseSkeleton({ paragraphs = 3 }: { paragraphs?: number }) {
  return (
    <div className={css.prose} aria-busy>
      {Array.from({ length: paragraphs }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton paragraphs are identical.
        <div key={i} className={css.paragraph}>
          <Skeleton width="38%" height={22} />
          {LINES.map((width) => (
            <Skeleton key={width} width={width} height={14} />
          ))}
        </div>
      ))}
    </div>
  );
}
