import type { Notice } from '@sarraf/domain/contracts';
import { useEffect } from 'react';
import { markRead, refreshNotices } from './queries.ts';

/**
 * What is shown counts as read, up to the newest of it. The marks stay for as long as the person looks, and are gone the
 * next time.
 */
export function useMarkRead(rows: readonly Notice[]): void {
  const newest = rows[0]?.id;
  const news = rows.some(({ read }) => !read);
  useEffect(() => {
    if (newest !== undefined && news) markRead(newest).catch(() => undefined);
  }, [newest, news]);
  useEffect(() => {
    return () => void refreshNotices();
  }, []);
}
