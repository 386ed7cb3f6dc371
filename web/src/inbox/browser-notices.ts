import { navigate } from '../framework/navigation/history.ts';
import { queryClient } from '../lib/queries/query-client.ts';
import { fetchNewestNotices, noticeSettingsQuery } from './queries.ts';

/** Of more simultaneous notices, only this many are shown. */
const BATCH_SIZE = 3;

/** `unsupported`: this browser has no notifications. */
export type Permission = NotificationPermission | 'unsupported';

export const getPermission = (): Permission =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;

/** Asks the person for permission unless they were asked before. */
export async function requestPermission(): Promise<Permission> {
  const current = getPermission();
  return current === 'default' ? Notification.requestPermission() : current;
}

/** Shows the latest notices as browser notifications, if the person enabled their group. */
export async function showBrowserNotices(newCount: number): Promise<void> {
  if (getPermission() !== 'granted') return;
  const settings = await queryClient.fetchQuery(noticeSettingsQuery);
  const enabledGroups = new Set(settings.filter(({ ways }) => ways.BROWSER.on).map(({ group }) => group));
  if (enabledGroups.size === 0) return;
  const newest = await fetchNewestNotices(Math.min(newCount, BATCH_SIZE));
  for (const { id, group, title, text, place, read } of newest.reverse())
    if (enabledGroups.has(group) && !read) await showNotification(id, title, text, place);
}

/** Uses the id as tag, so that several open pages show it once. */
async function showNotification(
  tag: string,
  title: string,
  body: string,
  path: string | null,
): Promise<void> {
  const { lang } = document.documentElement;
  const options = { body, tag, lang, data: path, icon: '/icons/apple.png' };
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      window.focus();
      if (path !== null) navigate(path);
      notification.close();
    };
  } catch {
    // On Android only a service worker may show notifications.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, options);
  }
}
