/**
 * What an admin may be limited to. Their role stays 'admin'; the field says which operations of the back office they may use.
 * This table decides it for the server, which refuses the rest, and for the pages, which do not offer it. Without shapes, which
 * would bring zod along.
 */
import type { admin } from './admin.ts';
import type { AdminField, ApprovalKind, LimitedField } from './kinds.ts';
import type { StartPage } from './preferences.ts';
import type { supportDesk } from './support-desk.ts';

export type AdminOperation =
  | `admin.${keyof typeof admin & string}`
  | `supportDesk.${keyof typeof supportDesk & string}`;

/** Who has everything may everything; whose field stands here may it as well. */
const MAY: { readonly [operation in AdminOperation]: readonly LimitedField[] } = {
  'supportDesk.listChats': ['support', 'audit'],
  'supportDesk.getMessages': ['support', 'audit'],
  'supportDesk.listTeam': ['support', 'audit'],
  'supportDesk.listNotes': ['support', 'audit'],
  'supportDesk.getContext': ['support', 'audit'],
  'supportDesk.createTranscript': ['support', 'audit'],
  'supportDesk.reply': ['support'],
  'supportDesk.setStatus': ['support'],
  'supportDesk.markRead': ['support'],
  'supportDesk.setAssignee': ['support'],
  'supportDesk.createNote': ['support'],
  'supportDesk.deleteNote': ['support'],
  'supportDesk.listTextBlocks': ['support', 'audit'],
  'supportDesk.saveTextBlock': ['support'],
  'supportDesk.moveTextBlock': ['support'],
  'supportDesk.deleteTextBlock': ['support'],

  'admin.getOverview': ['review', 'audit'],
  'admin.listPendingDeposits': ['review', 'audit'],
  'admin.listPendingWithdrawals': ['review', 'audit'],
  'admin.listRequests': ['review', 'audit'],
  'admin.claimRequest': ['review'],
  'admin.releaseRequest': ['review'],
  'admin.approveDeposit': ['review'],
  'admin.rejectDeposit': ['review'],
  'admin.approveWithdrawal': ['review'],
  'admin.rejectWithdrawal': ['review'],
  'admin.decideDeposits': ['review'],
  'admin.decideWithdrawals': ['review'],
  'admin.checkRequests': ['review'],
  'admin.endHold': [],

  'admin.getFourEyes': ['review', 'audit'],
  'admin.listApprovals': ['review', 'audit'],
  'admin.getApproval': ['review', 'audit'],
  'admin.checkFourEyes': ['review'],
  'admin.requestApproval': ['review'],
  'admin.withdrawApproval': ['review'],
  'admin.approveRequest': [],
  'admin.rejectApproval': [],
  'admin.setFourEyesThreshold': [],

  'admin.listUsers': ['review', 'audit'],
  'admin.findCustomers': ['review', 'audit'],
  'admin.findReference': ['review', 'audit'],
  'admin.getCustomer': ['review', 'audit'],
  'admin.getCustomerBalance': ['review', 'audit'],
  'admin.getCustomerFacts': ['review', 'audit'],
  'admin.listCustomerTransactions': ['review', 'audit'],
  'admin.getCustomerTransfer': ['review', 'audit'],
  'admin.listCustomerInvestments': ['review', 'audit'],
  'admin.listCustomerDeposits': ['review', 'audit'],
  'admin.listCustomerWithdrawals': ['review', 'audit'],
  'admin.listCustomerChats': ['audit'],
  'admin.listCustomerAudit': ['audit'],
  'admin.holdCustomerWithdrawals': [],
  'admin.lockCustomer': [],
  'admin.unlockCustomer': [],
  'admin.changeCustomerRole': [],
  'admin.endCustomerSessions': [],

  'admin.correctWallet': [],
  'admin.listActiveInvestments': ['audit'],
  'admin.applyReturn': [],
  'admin.applyReturns': [],

  'admin.listAdminBots': ['audit'],
  'admin.listBotPauses': ['audit'],
  'admin.listCalendar': ['audit'],
  'admin.pauseBot': [],
  'admin.resumeBot': [],
  'admin.listAllOwnBots': ['audit'],
  'admin.getOwnBotRun': ['audit'],
  'admin.listOwnBotHolds': ['audit'],
  'admin.holdOwnBots': [],
  'admin.releaseOwnBots': [],
  'admin.getCustomerOwnBots': ['review', 'audit'],
  'admin.setTestbenchQuota': [],
  'admin.createTradingEvent': [],
  'admin.moveTradingEvent': [],
  'admin.cancelTradingEvent': [],

  'admin.listAuditEntries': ['audit'],
  'admin.getAuditEntry': ['audit'],
  'admin.getAuditChain': ['audit'],
  'admin.listReconciliationRuns': ['audit'],
  'admin.getReconciliationRun': ['audit'],
  'admin.startReconciliation': [],
  'admin.getSystemState': ['audit'],
  'admin.listFaults': ['audit'],
};

/** @param field of an admin; null for everybody else. False also for what is no operation of the back office. */
export function mayUse(field: AdminField | null, operation: string): boolean {
  if (field === null || !Object.hasOwn(MAY, operation)) return false;
  return field === 'all' || MAY[operation as AdminOperation].some((one) => one === field);
}

/** Whether somebody's login may lead there. */
export const mayStartAt = (field: AdminField | null, page: StartPage): boolean =>
  page === 'admin' ? field !== null : page !== 'desk' || mayUse(field, 'supportDesk.listChats');

/** What is carried out when it is approved. Who asks a second admin for it may do it alone where no threshold forbids it. */
export const APPROVED_OPERATIONS: { readonly [kind in ApprovalKind]: AdminOperation } = {
  deposit: 'admin.approveDeposit',
  withdrawal: 'admin.approveWithdrawal',
  correction: 'admin.correctWallet',
  manual_return: 'admin.applyReturn',
  manual_returns: 'admin.applyReturns',
  bot_pause: 'admin.pauseBot',
  threshold: 'admin.setFourEyesThreshold',
};
