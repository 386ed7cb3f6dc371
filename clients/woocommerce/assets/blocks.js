/** The way to pay in WooCommerce's checkout in blocks; what it says comes from the settings. */
(({ wc, wp }) => {
  const { title, description, supports } = wc.wcSettings.getSetting('sarraf_data', {});
  const label = wp.htmlEntities.decodeEntities(title ?? '');
  const Words = () => wp.htmlEntities.decodeEntities(description ?? '');
  wc.wcBlocksRegistry.registerPaymentMethod({
    name: 'sarraf',
    label,
    ariaLabel: label,
    content: wp.element.createElement(Words),
    edit: wp.element.createElement(Words),
    canMakePayment: () => true,
    supports: { features: supports ?? ['products'] },
  });
})(window);
