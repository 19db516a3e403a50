import { useCallback } from 'react';
import { later } from '../../../lib/page/later.ts';
import { useUrlState } from '../../../lib/url/url-state.ts';
import { OPENING, useTakeBack } from '../../../lib/url/way-back.ts';
import { LazyOverlay } from '../../../ui/overlay/overlay.tsx';
import { PLACES } from '../requests/address.ts';

/** Called early by who will not wait for it. */
export const loadTransfer = later(() => import('./opened-transfer.tsx'));

/** Opens a booking on the page one is on: `?buchung=…`. The page must contain `OpenTransfer`. */
export function useOpenTransfer(): (id: string) => void {
  const { set } = useUrlState(PLACES);
  // One drawer at a time: what was open before is one step back.
  return useCallback((id) => set({ transfer: id, deposit: '', withdrawal: '' }, OPENING), [set]);
}

/** The drawer of the booking that the address names. Once per page; the page decides what opens it. */
export function OpenTransfer() {
  const { value, set } = useUrlState(PLACES);
  const id = value.transfer || null;
  const takeBack = useTakeBack();
  const close = () => takeBack(() => set({ transfer: '' }, { replace: true }));
  return (
    <LazyOverlay load={loadTransfer} opened={id !== null} onClose={close}>
      {({ OpenedTransfer }) => <OpenedTransfer id={id} onClose={close} />}
    </LazyOverlay>
  );
}
