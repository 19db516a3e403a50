import { expect, it } from 'vitest';
import { type Toast, toast, toastOutlet } from './toast.ts';

it('toasts wait for what shows them, but not those that are no longer true', () => {
  toast.error('Zu früh');
  toast.clear();
  toast.error('Fehler', 'Vorbei');
  toast.endError('Fehler', 'Vorbei');
  toast.error('Fehler', 'Ein Fehler ist aufgetreten.');
  expect(toastOutlet.isNeeded()).toBe(true);
  const shown: Toast[] = [];
  const hide = ({ title }: Toast) => {
    const at = shown.findIndex((one) => one.title === title);
    if (at >= 0) shown.splice(at, 1);
  };
  toastOutlet.connect({ show: (one) => shown.push(one), hide, clear: () => shown.splice(0) });
  expect(shown).toEqual([{ kind: 'error', title: 'Fehler', text: 'Ein Fehler ist aufgetreten.' }]);
  toast.info('Noch einer');
  expect(shown).toHaveLength(2);
  toast.endError('Fehler', 'Ein Fehler ist aufgetreten.');
  expect(shown).toEqual([{ kind: 'info', title: 'Noch einer', text: undefined }]);
  toast.clear();
  expect(shown).toEqual([]);
});
