/** Everything that opens above the page, in one chunk that the first load doesn't need. */
export { MenuView } from './menu-view.tsx';
export { ModalView } from './modal-view.tsx';
export { SelectView } from './select-view.tsx';
