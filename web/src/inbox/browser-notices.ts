import { navigate } from '../lib/navigation/history.ts';
import { queryClient } from '../lib/queries/query-client.ts';
import { newestNotices, settingsQuery } from './queries.ts';

/** Of more simultaneous notices, only this many are shown. */
const BATCH_SIZE = 3;

/** `unsupported`: this browser has no notifications. */
export type Permission = NotificationPermission | 'unsupported';

export const permissionNow = (): Permission =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;

/** Asks the person for permission unless they were asked before. */
export async function askPermission(): Promise<Permission> {
  const now = permissionNow();
  return now === 'default' ? Notification.requestPermission() : now;
}

/** Shows the latest notices as browser notifications, if the person enabled their group. */
export async function showInBrowser(came: number): Promise<void> {
  if (permissionNow() !== 'granted') return;
  const settings = await queryClient.fetchQuery(settingsQuery);
  const wanted = new Set(settings.filter(({ ways }) => ways.BROWSER.on).map(({ group }) => group));
  if (wanted.size === 0) return;
  const newest = await newestNotices(Math.min(came, BATCH_SIZE));
  for (const { id, group, title, text, place, read } of newest.reverse())
    if (wanted.has(group) && !read) await show(id, title, text, place);
}

/** Uses the id as tag, so that several open pages show it once. */
async function show(tag: string, title: string, body: string, place: string | null): Promise<void> {
  const { lang } = document.documentElement;
  const options = { body, tag, lang, data: place, icon: '/icons/apple.png' };
  try {
    const shown = new Notification(title, options);
    shown.onclick = () => {
      window.focus();
      if (place !== null) navigate(place);
      shown.close();
    };
  } catch {
    // On Android only a service worker may show notifications.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, options);
  }
}
