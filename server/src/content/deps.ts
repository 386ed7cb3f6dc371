import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { TextFigures } from './figures.ts';

export interface ContentDeps {
  db: Db;
  clock: Clock;
  bus: Bus;
  /** Returns e-mail addresses of staff by id; unknown ids are absent. */
  readEmails(ids: readonly string[]): Promise<Map<string, string>>;
  /** Returns the present values of the placeholders in texts. */
  readFigures(language: 'fa' | 'en'): Promise<TextFigures>;
}

/** Site data for the feed of announcements. */
export interface SiteDeps {
  /** Address of this installation, without a slash at its end. */
  publicUrl: string;
  /** Returns its current names. */
  names(): { fa: string; en: string };
}
