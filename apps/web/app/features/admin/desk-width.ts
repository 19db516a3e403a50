import { useMediaQuery } from '@mantine/hooks';

/** The three columns of the desk need this much beside the open sidebar. */
const ROOM_QUERY = '(min-width: 1120px)';

/** Whether a chat opens beside the list. Otherwise it opens above it, in a dialog. */
export function useHasRoomBeside(): boolean {
  return useMediaQuery(ROOM_QUERY, false, { getInitialValueInEffect: false }) ?? false;
}
