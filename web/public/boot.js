// Runs before the first paint: sets language, direction and theme, and fetches early what the first screen of that
// language needs. The server puts it into the page (platform/drawing/page.ts); the page that is shown offline fetches it.
{
  const root = document.documentElement;
  const hints = document.currentScript.dataset;

  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  const asked = new URLSearchParams(location.search).get('lang');
  const language = [asked, stored('sarraf.language')].find((l) => l === 'fa' || l === 'en') ?? 'fa';
  if (asked === language) {
    try {
      localStorage.setItem('sarraf.language', language);
    } catch {
      // Without storage the choice holds for this page only.
    }
  }
  if (asked === language || root.lang !== language)
    document.cookie = `sarraf_language=${language}; Path=/; Max-Age=31536000; SameSite=Lax`;
  // What the server drew is in another language: better nothing for a moment than that.
  if (root.lang !== language) root.dataset.redraw = '';
  root.lang = language;
  root.dir = language === 'fa' ? 'rtl' : 'ltr';
  root.dataset.theme = stored('sarraf.theme') === 'light' ? 'light' : 'dark';

  const link = (href, rel, more) => {
    if (!href) return;
    document.head.append(Object.assign(document.createElement('link'), { href, rel, ...more }));
  };
  const fetchEarly = (href, rel, more) => link(href, rel, { crossOrigin: 'anonymous', ...more });
  fetchEarly(language === 'fa' ? hints.fontFa : hints.fontEn, 'preload', { as: 'font' });
  // The content policy takes no plain text for a script's address.
  const trusted = (file) =>
    globalThis.trustedTypes?.createPolicy('boot', { createScriptURL: (own) => own }).createScriptURL(file) ?? file;
  const whenWhole = (next) => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', next);
    else next();
  };
  const fetchScripts = () => {
    fetchEarly(language === 'fa' ? hints.fa : hints.en, 'modulepreload');
    if (location.pathname === '/') fetchEarly(hints.home, 'modulepreload');
    if (!hints.main) return;
    // Their rules stand in the page: a script that needs one finds it linked, and neither fetches nor applies it again.
    for (const file of hints.sheets.split(' ')) link(file, 'stylesheet', { disabled: true });
    for (const file of [...hints.parts.split(' '), hints.main]) fetchEarly(file, 'modulepreload');
    // A script that is added waits for nothing by itself, and this one takes what the page was drawn with from its end.
    whenWhole(() => {
      const script = document.createElement('script');
      Object.assign(script, { type: 'module', src: trusted(hints.main), crossOrigin: 'anonymous' });
      document.head.append(script);
    });
  };
  // What the server drew is painted first, with its font; the scripts that bring it to life come right after. What
  // nobody sees is not painted, and waits for nothing.
  if (hints.main && document.visibilityState === 'visible')
    requestAnimationFrame(() => setTimeout(fetchScripts));
  else fetchScripts();
  // A button that is pressed before there is anybody to hear it: lib/loading/input-replay.ts presses it again.
  if (hints.main)
    addEventListener('click', ({ target }) => {
      root.pressed = target.closest('button, summary') ?? root.pressed;
    });

  // Where a script or the texts are lost, the page stays blank or looks whole and does nothing. No dictionary is there
  // to say so, and a lost module is asked for again by a new page only.
  const [lost, again] =
    language === 'fa'
      ? ['این صفحه کامل نیامد.', 'تلاش دوباره']
      : ['This page did not load completely.', 'Try again'];
  const offerAgain = () => {
    delete root.dataset.redraw;
    const notice = document.createElement('p');
    Object.assign(notice, { id: 'unstarted', role: 'alert', textContent: lost });
    notice.append(Object.assign(document.createElement('a'), { href: '', textContent: again }));
    document.body.append(notice);
  };
  addEventListener('unstarted', offerAgain);
  addEventListener('error', ({ target }) => target.type === 'module' && whenWhole(offerAgain), true);
}
