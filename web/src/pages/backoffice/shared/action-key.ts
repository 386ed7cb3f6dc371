/** Converts a name to a dictionary key, for staff actions and ledger laws: `document read` → `document_read`. */
export const toActionKey = (action: string): string => action.trim().replace(/\W+/g, '_');
