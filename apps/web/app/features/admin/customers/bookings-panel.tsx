import { BookingsTable } from '../../../entities/booking/bookings-table.tsx';
import { queries } from '../../../lib/api.ts';
import { pageNumber } from '../../../lib/url-state.ts';
import { useList } from '../../../lib/use-list.ts';
import { useOpening } from '../../../lib/use-opening.ts';
import { BookingDrawer } from './booking-drawer.tsx';
import { customerBookingRows } from './customer-csv.ts';
import { CustomerPanel } from './customer-panel.tsx';

const LIST = { page: pageNumber('buchungen') };
const PAGE_SIZE = 8;

/** The customer's ledger; a row opens its booking. */
export function BookingsPanel({ customerId }: { customerId: string }) {
  const [booking, open, close] = useOpening<string>();
  const list = useList(LIST, ({ page }) =>
    queries.admin.listCustomerTransactions.queryOptions({
      input: { id: customerId, page, pageSize: PAGE_SIZE },
    }),
  );
  return (
    <>
      <CustomerPanel
        title="Buchungen"
        list={list}
        noun="Buchungen"
        none="Auf diesem Wallet wurde noch nichts gebucht."
        rows={6}
        csv={() => customerBookingRows(customerId)}
      >
        {(items) => (
          <BookingsTable rows={items} openId={booking?.isOpen ? booking.subject : null} onOpen={open} />
        )}
      </CustomerPanel>
      <BookingDrawer
        customerId={customerId}
        transferId={booking?.subject}
        opened={booking?.isOpen ?? false}
        onClose={close}
      />
    </>
  );
}
