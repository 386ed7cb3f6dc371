import type { Notice } from '@sarraf/domain/contracts';
import { useEffect } from 'react';
import { markNoticesAsRead, refetchNotices } from './queries.ts';

/** Marks the displayed notices as read, up to the newest one. Their marks stay visible until the next visit. */
export function useMarkRead(rows: readonly Notice[]): void {
  const newest = rows[0]?.id;
  const news = rows.some(({ read }) => !read);
  useEffect(() => {
    if (newest !== undefined && news) markNoticesAsRead(newest).catch(() => undefined);
  }, [newest, news]);
  useEffect(() => {
    return () => void refetchNotices();
  }, []);
}
