import type { ReactNode } from 'react';
import { Drawer } from '../../ui/overlay/dialog.tsx';
import { type KeyValue, KeyValues } from '../../ui/sheet/key-values.tsx';
import { Ledger, type LedgerLine } from '../../ui/sheet/ledger.tsx';
import { TransferEntries, type TransferEntry } from './transfer-entries.tsx';

export interface TransferDetails {
  /** „SmartBot beendet“ */
  title: string;
  /** „11.07.2025, 16:55 Uhr · B-3309“ */
  note: string;
  /** „Auf Ihr Wallet gebucht“ */
  lead: string;
  amount: ReactNode;
  /** How the amount came about, closed by its total. */
  derivation?: { lines: readonly LedgerLine[]; total: LedgerLine } | undefined;
  /** The short number of what was booked. */
  reference?: string | undefined;
  entries: readonly TransferEntry[];
  facts?: readonly KeyValue[] | undefined;
}

interface TransferDrawerProps {
  opened: boolean;
  /** As `Dialog` has it. */
  inAddress?: boolean | undefined;
  onClose: () => void;
  /** Absent while loading; `placeholder` then holds the place. */
  transfer: TransferDetails | undefined;
  placeholder?: ReactNode;
  actions?: ReactNode;
}

/** One booking opened: the amount, what it is made of, and all entries with their sum of 0,00. */
export function TransferDrawer(props: TransferDrawerProps) {
  const { opened, inAddress, onClose, transfer, placeholder, actions } = props;
  return (
    <Drawer
      inAddress={inAddress}
      opened={opened}
      onClose={onClose}
      title={transfer?.title ?? 'Buchung'}
      note={transfer?.note}
      foot={actions}
    >
      {transfer ? <TransferContent transfer={transfer} /> : placeholder}
    </Drawer>
  );
}

function TransferContent({ transfer }: { transfer: TransferDetails }) {
  const { lead, amount, derivation, reference, entries, facts } = transfer;
  return (
    <>
      <div>
        <p className="text-sm text-muted">{lead}</p>
        <div className="[--unit-size:16px] text-3xl tracking-[-0.02em]">{amount}</div>
      </div>
      {derivation && (
        <section>
          <h3 className="pb-1 text-sm font-bold">Woraus sich der Betrag ergibt</h3>
          <Ledger caption="Woraus sich der Betrag ergibt" lines={derivation.lines} total={derivation.total} />
        </section>
      )}
      <section>
        <h3 className="pb-1 text-sm font-bold">{reference ? `Buchung ${reference}` : 'Buchung'}</h3>
        <TransferEntries entries={entries} />
        <p className="micro muted" style={{ paddingTop: 10 }}>
          Jede Buchung ergibt null. Einträge werden nie geändert oder gelöscht.
        </p>
      </section>
      {facts && facts.length > 0 && <KeyValues facts={facts} />}
    </>
  );
}
