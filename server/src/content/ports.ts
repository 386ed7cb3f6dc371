/** One post of a news site. */
export interface FeedPost {
  id: string;
  /** Null: for readers of both languages. */
  language: 'fa' | 'en' | null;
  /** Plain text. */
  title: string;
  /** As stated by the site, in its own time zone: 2026-11-21T10:00:00. */
  date: string;
  /** https alone. */
  link: string;
  /** Address of its picture, for `picture`; null: it has none. */
  picture: string | null;
}

/** A source of news. */
export interface NewsFeed {
  /** Returns posts, newest first. Throws when the site doesn't respond, or with something else. */
  read(): Promise<FeedPost[]>;
  /** Returns the bytes of a picture, unchanged. Throws when it can't be fetched. */
  fetchPicture(address: string): Promise<Buffer>;
}
