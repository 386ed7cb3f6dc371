// Shows the document that the page names. No validator, fonts or scripts of anybody else's.
const { document: address, mayTry } = document.currentScript.dataset;

window.SwaggerUIBundle({
  url: address,
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'none',
  validatorUrl: null,
  ...(mayTry !== 'true' && { supportedSubmitMethods: [] }),
  presets: [window.SwaggerUIBundle.presets.apis],
});
