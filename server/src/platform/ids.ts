import { v7 } from 'uuid';

/** A time-ordered random id (UUIDv7): new rows land at the end of their index. */
export const newId = (): string => v7();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isId = (text: string): boolean => UUID.test(text);
