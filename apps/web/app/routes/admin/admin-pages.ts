import { type AdminField, type AdminOperation, mayUse } from '@botdepot/contract';
import { urls } from '../../lib/url/urls.ts';

/** What each page of the back office cannot be without; the front page has tabs of its own. */
const NEEDS: Readonly<Record<string, AdminOperation>> = {
  [urls.adminSupport]: 'supportDesk.listChats',
  [urls.adminTextBlocks]: 'supportDesk.listTextBlocks',
  [urls.adminRequests]: 'admin.listRequests',
  [urls.adminCustomers]: 'admin.findCustomers',
  [urls.adminApprovals]: 'admin.listApprovals',
  [urls.adminBots]: 'admin.listAdminBots',
  [urls.adminOwnBots]: 'admin.listAllOwnBots',
  [urls.adminAudit]: 'admin.listAuditEntries',
  [urls.adminReconciliation]: 'admin.listReconciliationRuns',
  [urls.adminSystem]: 'admin.getSystemState',
};

/** Whether a page is in somebody's field; true for everything outside the back office. */
export function mayOpen(field: AdminField, pathname: string): boolean {
  const page = Object.keys(NEEDS).find((one) => pathname === one || pathname.startsWith(`${one}/`));
  const operation = page === undefined ? undefined : NEEDS[page];
  return operation === undefined || mayUse(field, operation);
}
