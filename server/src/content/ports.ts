/** One post as a site of news tells it. */
export interface FeedPost {
  id: string;
  /** Null: for readers of both languages. */
  language: 'fa' | 'en' | null;
  /** Plain text. */
  title: string;
  /** As the site has it, in its own time: 2026-11-21T10:00:00. */
  date: string;
  /** https alone. */
  link: string;
  /** Where its picture is, for `picture`; null: it has none. */
  picture: string | null;
}

/** Where news come from. */
export interface NewsFeed {
  /** The newest first. Throws when the site doesn't answer, or with something else. */
  read(): Promise<FeedPost[]>;
  /** The bytes of a picture, as they are. Throws when it can't be had. */
  picture(address: string): Promise<Buffer>;
}
