import { errorText } from '../../../lib/server/api.ts';
import { Notice } from '../../../ui/state/notice.tsx';

/** Why it failed, beside the button. Whether the server heard us or not: the key makes a retry safe. */
export function RetryHint({ error }: { error: unknown }) {
  return <Notice kind="warning">{`${errorText(error)} Ein neuer Versuch bucht nicht doppelt.`}</Notice>;
}
