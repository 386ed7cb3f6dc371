import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Figures } from './figures.ts';

export interface ContentDeps {
  db: Db;
  clock: Clock;
  bus: Bus;
  /** E-mail addresses of staff by id; unknown ids are absent. */
  emailsOf(ids: readonly string[]): Promise<Map<string, string>>;
  /** What the placeholders of texts stand for now. */
  figures(language: 'fa' | 'en'): Promise<Figures>;
}

/** What the feed of announcements says of its site. */
export interface SiteDeps {
  /** Of this installation, without a slash at its end. */
  publicUrl: string;
  /** What it is called now. */
  names(): { fa: string; en: string };
}
