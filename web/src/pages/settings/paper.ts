/** Offers a text as a file, written by the browser itself: it passes no server. */
export function saveText(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Prints a text alone, in a frame that is gone after it. */
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
