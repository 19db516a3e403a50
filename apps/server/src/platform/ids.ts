import { v7 } from 'uuid';

/** The one source of ids: UUIDv7, so that keys grow with time and indexes stay compact. */
export const newId = (): string => v7();
