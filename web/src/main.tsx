import '@fontsource-variable/vazirmatn/wght.css';
import './ui/global.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { bootLanguage } from './i18n/language.ts';
import { loadLanguage } from './i18n/messages.ts';
import { keepReferral } from './lib/referral.ts';
import { showInBrowserBar } from './lib/theme.ts';
import { watchOtherTabs } from './lib/token.ts';

keepReferral();
watchOtherTabs();
await loadLanguage(bootLanguage());
showInBrowserBar();
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
