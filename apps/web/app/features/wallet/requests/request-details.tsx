import type { RequestKind } from '@botdepot/contract';
import { later } from '../../../lib/page/later.ts';
import { useUrlState } from '../../../lib/url/url-state.ts';
import { useTakeBack } from '../../../lib/url/way-back.ts';
import { LazyOverlay } from '../../../ui/overlay/overlay.tsx';
import { PLACES } from './address.ts';

/** Called early by who will not wait for it. */
export const loadRequest = later(() => import('./opened-request.tsx'));

/** The drawer of the deposit or withdrawal that the address names. Once per page. */
export function RequestDetails({ kind }: { kind: RequestKind }) {
  const { value, set } = useUrlState(PLACES);
  const id = value[kind] || null;
  const takeBack = useTakeBack();
  const close = () => takeBack(() => set({ [kind]: '' }, { replace: true }));
  return (
    <LazyOverlay load={loadRequest} opened={id !== null} onClose={close}>
      {({ OpenedRequest }) => <OpenedRequest kind={kind} id={id} onClose={close} />}
    </LazyOverlay>
  );
}
