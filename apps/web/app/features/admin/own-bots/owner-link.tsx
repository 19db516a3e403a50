import { type AdminOwnBot, DELETED_ACCOUNT } from '@botdepot/contract';
import { clsx } from 'clsx';
import { Link } from '../../../lib/url/link.tsx';
import { urls } from '../../../lib/url/urls.ts';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import { CUSTOMER_SECTIONS } from '../admin-texts.ts';

/** Two lines, however long the address is; the drawer shows all of it. */
const OWNER = clsx(
  'relative block w-fit max-w-[clamp(8rem,17cqi,12rem)] overflow-clip text-ellipsis whitespace-nowrap',
  'list:inline list:max-w-none list:whitespace-normal list:wrap-anywhere',
);

interface OwnerLinkProps {
  run: Pick<AdminOwnBot, 'ownerId' | 'owner'>;
  /** Where there is room for all of the address. */
  isWhole?: boolean;
}

/** Whose it is, with the way to the customer's page; above the opener of a row. */
export function OwnerLink({ run: { ownerId, owner }, isWhole = false }: OwnerLinkProps) {
  if (ownerId === null || owner === null) return DELETED_ACCOUNT;
  return (
    <Link
      className={isWhole ? 'link' : `link ${OWNER}`}
      title={owner}
      to={urls.adminCustomerPart(ownerId, CUSTOMER_SECTIONS.ownBots)}
    >
      <EmailAddress>{owner}</EmailAddress>
    </Link>
  );
}
