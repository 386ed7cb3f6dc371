// Runs before the first paint: sets language, direction and theme, and preloads the files of the first screen in that
// language. The server inlines it into the page (platform/drawing/page.ts); the offline page loads it as a file.
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
  // The server rendered another language: the page is hidden until the right one is rendered.
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
  // The content security policy refuses plain text as a script's URL.
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
    // Their rules are inlined in the page: a script that needs a sheet finds it linked and does not load it again.
    for (const file of hints.sheets.split(' ')) link(file, 'stylesheet', { disabled: true });
    for (const file of [...hints.parts.split(' '), hints.main]) fetchEarly(file, 'modulepreload');
    // An added script does not wait for the document, and this one reads the page's data from its end.
    whenWhole(() => {
      const script = document.createElement('script');
      Object.assign(script, { type: 'module', src: trusted(hints.main), crossOrigin: 'anonymous' });
      document.head.append(script);
    });
  };
  // The server-rendered page is painted first, with its font; the scripts that hydrate it are loaded right after. A
  // hidden tab paints nothing, so its scripts are loaded immediately.
  if (hints.main && document.visibilityState === 'visible')
    requestAnimationFrame(() => setTimeout(fetchScripts));
  else fetchScripts();
  // Remembers the last button pressed before hydration: framework/hydration/input-replay.ts presses it again.
  if (hints.main)
    addEventListener('click', ({ target }) => {
      root.pressed = target.closest('button, summary') ?? root.pressed;
    });

  // If a script or the texts fail to load, the page stays blank, or is visible but does not react. The dictionary may
  // be missing, so the text is here; only a new page requests a failed module again.
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
