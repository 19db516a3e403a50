import type { Check } from '../../src/modules/admin/reconciliation/checks.ts';

/** A check that lets the test decide when it ends. */
export function gate(): { check: Check; open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const nothing = { compared: 0, total: null, difference: null, violations: 0, violationsAtLeast: false };
  const check: Check = {
    name: 'gate',
    area: 'ledger',
    description: 'Wartet.',
    what: 'Tore',
    run: async () => {
      await opened;
      return { ...nothing, sample: [] };
    },
  };
  return { check, open };
}
