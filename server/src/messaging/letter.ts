import type { Language } from '../identity/index.ts';
import { MAIL_TEXTS } from './messages.ts';

export interface Letter {
  subject: string;
  text: string;
  html: string;
}

/** Parts of an e-mail, in order. A `code` stays Latin and left-to-right in both languages, since it is copied. */
export type MailPart =
  | { kind: 'line'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'quote'; label: string; text: string }
  | { kind: 'box'; text: string }
  | { kind: 'link'; label: string; url: string }
  | { kind: 'aside'; text: string };

/**
 * Renders subject, text and HTML. No image, no script, and no link except the one that freezes an account: nothing
 * to load, and nothing that looks like phishing.
 */
export function writeLetter(language: Language, subject: string, parts: readonly MailPart[]): Letter {
  const text = [
    ...parts.map(partToText),
    `-- \n${MAIL_TEXTS[language].name}\n${MAIL_TEXTS[language].footer}`,
  ].join('\n\n');
  return { subject, text: `${text}\n`, html: renderPage(language, subject, parts.map(partToHtml).join('')) };
}

function partToText(part: MailPart): string {
  if (part.kind === 'list') return part.items.map((item) => `• ${item}`).join('\n');
  if (part.kind === 'quote') return `${part.label}\n${part.text}`;
  if (part.kind === 'link') return `${part.label}: ${part.url}`;
  return part.text;
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (ch) => `&#${ch.charCodeAt(0)};`);
const escapeLines = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>');

const GAP = 'margin:0 0 16px;';
const BOX = `${GAP}padding:12px 16px;border-radius:12px;background:#eef1f7;color:#101828;`;

function partToHtml(part: MailPart): string {
  switch (part.kind) {
    case 'line':
      return `<p style="${GAP}">${escapeHtml(part.text)}</p>`;
    case 'code':
      return (
        `<p class="box" dir="ltr" style="${BOX}padding:18px 8px;text-align:center;` +
        `font:bold 32px Consolas,Menlo,monospace;letter-spacing:8px">${escapeHtml(part.text)}</p>`
      );
    case 'list':
      return `<ul style="${GAP}padding:0 22px">${part.items
        .map((item) => `<li style="margin:0 0 6px">${escapeHtml(item)}</li>`)
        .join('')}</ul>`;
    case 'quote':
      return `<p class="box" style="${BOX}"><b>${escapeHtml(part.label)}</b><br>${escapeLines(part.text)}</p>`;
    case 'box':
      return `<p class="box" style="${BOX}">${escapeHtml(part.text)}</p>`;
    case 'link':
      return (
        `<p style="${GAP}"><a class="box" href="${escapeHtml(part.url)}" style="display:inline-block;padding:12px 16px;` +
        `border-radius:12px;background:#eef1f7;color:#101828;font-weight:bold">${escapeHtml(part.label)}</a></p>`
      );
    case 'aside':
      return `<p class="soft" style="margin:0;color:#4b5870;font-size:14px">${escapeHtml(part.text)}</p>`;
  }
}

/** For programs with a dark mode; others use the inline colours. */
const DARK =
  '@media (prefers-color-scheme:dark){.ground{background:#0b0f17!important}' +
  '.card{background:#121824!important;border-color:#2a3446!important;color:#eef2f8!important}' +
  '.box{background:#1a2232!important;color:#eef2f8!important}.soft{color:#a3aec0!important}' +
  '.name{color:#7aa2ff!important}}';

const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

/** Uses tables, since some mail programs can't centre a column otherwise. */
function renderPage(language: Language, subject: string, content: string): string {
  const dir = language === 'fa' ? 'rtl' : 'ltr';
  const font = `font:16px/1.8 Vazirmatn,Tahoma,Arial,sans-serif;text-align:${language === 'fa' ? 'right' : 'left'};`;
  return (
    `<!doctype html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
    `<title>${escapeHtml(subject)}</title><style>${DARK}</style></head>` +
    `<body class="ground" style="margin:0;padding:0;background:#f5f7fb">` +
    `<table ${TABLE} class="ground" style="background:#f5f7fb"><tr><td align="center" style="padding:24px 12px">` +
    `<table ${TABLE} dir="${dir}" style="max-width:520px"><tr>` +
    `<td class="name" style="${font}padding:0 6px 10px;font-weight:bold;font-size:18px;color:#2557e0">` +
    `${MAIL_TEXTS[language].name}</td></tr><tr><td class="card" style="${font}padding:24px 22px;background:#ffffff;` +
    `border:1px solid #e2e7f0;border-radius:16px;color:#101828">` +
    `<h1 style="margin:0 0 14px;font-size:20px;line-height:1.6">${escapeHtml(subject)}</h1>${content}</td></tr>` +
    `<tr><td class="soft" style="${font}padding:14px 6px 0;font-size:13px;color:#4b5870">` +
    `${escapeHtml(MAIL_TEXTS[language].footer)}</td></tr></table></td></tr></table></body></html>`
  );
}
