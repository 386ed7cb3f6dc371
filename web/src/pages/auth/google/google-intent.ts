/** Choices on the login form that are needed after the return from Google. */
export interface GoogleIntent {
  remember: boolean;
  back: string | null;
}

const KEY = 'sarraf.google';

export function saveGoogleIntent(intent: GoogleIntent): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(intent));
  } catch {
    // Without storage the session is not remembered and starts at the default page.
  }
}

export function consumeGoogleIntent(): GoogleIntent {
  let text: string | null = null;
  try {
    text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
  return parseGoogleIntent(text);
}

export function parseGoogleIntent(text: string | null): GoogleIntent {
  try {
    const { remember, back } = JSON.parse(text ?? '{}') as Partial<GoogleIntent>;
    return { remember: remember === true, back: typeof back === 'string' ? back : null };
  } catch {
    return { remember: false, back: null };
  }
}
