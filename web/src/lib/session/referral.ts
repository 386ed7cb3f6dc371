const KEY = 'sarraf.ref';

/** Stores the code of `?ref=` until the person signs up. */
export function saveReferral(): void {
  const code = new URLSearchParams(location.search).get('ref')?.slice(0, 40);
  if (!code) return;
  try {
    localStorage.setItem(KEY, code);
  } catch {
    // Without storage the code is lost when the address changes.
  }
}

export function loadReferralCode(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
