const ESCAPED_CHARACTERS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ESCAPED_CHARACTERS[sign] ?? sign);

/**
 * Returns the page for people: Swagger UI with the name of the exchange, from our own files alone, as the
 * Content-Security-Policy requires. `mayTry`: calls can be made from it.
 */
export function renderViewerPage(name: string, docs: string, mayTry: boolean): string {
  const title = escapeHtml(`${name} API`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/icons/192.png">
<link rel="stylesheet" href="${docs}/static/swagger-ui.css">
<link rel="stylesheet" href="${docs}/static/viewer.css">
</head>
<body>
<header class="product">
<a href="/">${escapeHtml(name)}</a>
<nav>
<a href="${docs}/json">OpenAPI</a>
<a href="${docs}/asyncapi.json">AsyncAPI</a>
</nav>
</header>
<main id="api"></main>
<script src="${docs}/static/swagger-ui-bundle.js"></script>
<script src="${docs}/static/viewer.js" data-document="${docs}/json" data-may-try="${mayTry}"></script>
</body>
</html>
`;
}
