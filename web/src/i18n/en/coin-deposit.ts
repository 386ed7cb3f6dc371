import type { coinDeposit as fa } from '../fa/coin-deposit.ts';
import type { Texts } from '../texts.ts';

export const coinDeposit: Texts<typeof fa> = {
  title: 'Deposit {coin}',
  network: 'Network',
  networkHint: 'Choose the network you’ll choose in the wallet you’re sending from.',
  closed: 'Deposits on this network are closed right now',
  allClosedTitle: 'This coin can’t be deposited right now',
  allClosedText: 'As soon as its network opens again, you’ll get your address here.',
  address: 'Your deposit address on {network}',
  qr: 'QR code of the deposit address',
  copyAddress: 'Copy address',
  tag: 'Tag (memo)',
  copyTag: 'Copy tag',
  tagTitle: 'You must add this tag',
  tagText:
    'Everyone shares this address; your deposit is recognised by this tag alone. Without it, it reaches you days later.',
  min: 'Smallest deposit',
  confirmations: 'Confirmations needed',
  contract: 'Token contract',
  copyContract: 'Copy contract address',
  mind: 'Before you send',
  onlyThis: 'Send {coin} only, and on {network} only; another coin or network is lost.',
  below: 'Less than {min} isn’t credited by itself.',
  onlyContract: 'Only the token of this contract counts; others of the same name aren’t accepted.',
  live: {
    title: 'On their way',
    label: 'Confirmations of the deposit of {amount}',
    none: 'Nothing is on its way yet. You’ll see it here as soon as the network does.',
  },
  check: {
    open: 'My deposit isn’t here',
    title: 'Find a deposit',
    text: 'Copy the transaction id (TxID) from the wallet or exchange you sent from, and we’ll look it up on the network.',
    txid: 'Transaction id',
    optional: 'Leave it empty if you don’t have it',
    needTxid: 'Enter the transaction id',
    submit: 'Look on the network',
    notRecognised:
      'No amount was recognised. Check the id, coin and network; if you’ve only just sent it, wait a few minutes.',
    confirmed: '{amount} found, and confirmed.',
    unconfirmed:
      '{amount} found; it has {done} of the {needed} confirmations it needs and is credited after that.',
  },
  afterCopy:
    'Your {coin} deposit address is ready. Once the network confirms a deposit, it’s in your wallet and we’ll tell you.',
};
