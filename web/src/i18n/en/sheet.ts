/** Stands on a store's counter beside the same in the other language, whatever that of the page is. */
export const sheet = {
  pay: 'Pay by bank card',
  steps:
    'Point your camera at the code. Enter the amount and your card number. Pay at the bank and show the receipt.',
};
