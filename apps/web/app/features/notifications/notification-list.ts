import type { NotificationType } from '@botdepot/contract';
import { flag, oneOf, pageNumber } from '../../lib/url/url-state.ts';

export const TYPE_WORDS: Record<NotificationType, string> = {
  success: 'Erfolg',
  warning: 'Warnung',
  error: 'Problem',
  info: 'Hinweis',
};

/** As they stand in the address. */
const NAMES: Record<NotificationType, string> = {
  success: 'erfolg',
  warning: 'warnung',
  error: 'fehler',
  info: 'hinweis',
};

const TYPES = ['success', 'warning', 'error', 'info'] as const;

export const TYPE_OPTIONS = TYPES.map((value) => ({
  value,
  label: TYPE_WORDS[value],
}));

export const NOTIFICATION_LIST = {
  type: oneOf('art', TYPES, NAMES),
  unreadOnly: flag('ungelesen'),
  page: pageNumber(),
};
