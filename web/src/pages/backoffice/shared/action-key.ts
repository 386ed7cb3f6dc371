/** `document read` → `document_read`: how the dictionary names what staff did, and the laws of the books. */
export const actionKey = (action: string): string => action.trim().replace(/\W+/g, '_');
