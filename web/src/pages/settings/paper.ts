import { saveFile } from '../../lib/browser/save-file.ts';

/** Downloads a text as a file, created in the browser without a server. */
export const downloadText = (text: string, name: string): void =>
  saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), name);

/** Prints a text alone, in a frame that is removed afterwards. */
export function printText(text: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const page = frame.contentWindow;
  if (!page) return frame.remove();
  const sheet = page.document.createElement('pre');
  sheet.dir = 'auto';
  sheet.textContent = text;
  page.document.body.append(sheet);
  page.addEventListener('afterprint', () => frame.remove(), { once: true });
  page.print();
}
