import { type AdminField, LIMITED_FIELDS, type LimitedField } from '@botdepot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, createApi } from '../api-fixture.ts';
import { listOperations } from '../contract-operations.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';
import { probe } from './authorization-probe.ts';

/** Which limited admins may use it, by the first letters of their fields; somebody for everything may use all of it. */
const TABLE: [operation: string, may: '' | 'S' | 'R' | 'A' | 'SA' | 'RA'][] = [
  ['supportDesk.listChats', 'SA'],
  ['supportDesk.getMessages', 'SA'],
  ['supportDesk.reply', 'S'],
  ['supportDesk.setStatus', 'S'],
  ['supportDesk.markRead', 'S'],
  ['supportDesk.listTeam', 'SA'],
  ['supportDesk.setAssignee', 'S'],
  ['supportDesk.listNotes', 'SA'],
  ['supportDesk.createNote', 'S'],
  ['supportDesk.deleteNote', 'S'],
  ['supportDesk.getContext', 'SA'],
  ['supportDesk.createTranscript', 'SA'],
  ['supportDesk.listTextBlocks', 'SA'],
  ['supportDesk.saveTextBlock', 'S'],
  ['supportDesk.moveTextBlock', 'S'],
  ['supportDesk.deleteTextBlock', 'S'],
  ['admin.getOverview', 'RA'],
  ['admin.listAuditEntries', 'A'],
  ['admin.getAuditEntry', 'A'],
  ['admin.getAuditChain', 'A'],
  ['admin.listReconciliationRuns', 'A'],
  ['admin.getReconciliationRun', 'A'],
  ['admin.getSystemState', 'A'],
  ['admin.listFaults', 'A'],
  ['admin.startReconciliation', ''],
  ['admin.listPendingDeposits', 'RA'],
  ['admin.listRequests', 'RA'],
  ['admin.approveDeposit', 'R'],
  ['admin.rejectDeposit', 'R'],
  ['admin.listPendingWithdrawals', 'RA'],
  ['admin.approveWithdrawal', 'R'],
  ['admin.rejectWithdrawal', 'R'],
  ['admin.decideDeposits', 'R'],
  ['admin.decideWithdrawals', 'R'],
  ['admin.checkRequests', 'R'],
  ['admin.endHold', ''],
  ['admin.claimRequest', 'R'],
  ['admin.releaseRequest', 'R'],
  ['admin.listUsers', 'RA'],
  ['admin.findCustomers', 'RA'],
  ['admin.findReference', 'RA'],
  ['admin.getCustomerBalance', 'RA'],
  ['admin.getCustomer', 'RA'],
  ['admin.getCustomerFacts', 'RA'],
  ['admin.listCustomerTransactions', 'RA'],
  ['admin.getCustomerTransfer', 'RA'],
  ['admin.listCustomerInvestments', 'RA'],
  ['admin.listCustomerDeposits', 'RA'],
  ['admin.listCustomerWithdrawals', 'RA'],
  ['admin.listCustomerChats', 'A'],
  ['admin.listCustomerAudit', 'A'],
  ['admin.lockCustomer', ''],
  ['admin.unlockCustomer', ''],
  ['admin.changeCustomerRole', ''],
  ['admin.endCustomerSessions', ''],
  ['admin.holdCustomerWithdrawals', ''],
  ['admin.correctWallet', ''],
  ['admin.listActiveInvestments', 'A'],
  ['admin.applyReturn', ''],
  ['admin.applyReturns', ''],
  ['admin.listAdminBots', 'A'],
  ['admin.listBotPauses', 'A'],
  ['admin.resumeBot', ''],
  ['admin.listAllOwnBots', 'A'],
  ['admin.getOwnBotRun', 'A'],
  ['admin.listOwnBotHolds', 'A'],
  ['admin.getCustomerOwnBots', 'RA'],
  ['admin.holdOwnBots', ''],
  ['admin.releaseOwnBots', ''],
  ['admin.setTestbenchQuota', ''],
  ['admin.pauseBot', ''],
  ['admin.listCalendar', 'A'],
  ['admin.createTradingEvent', ''],
  ['admin.moveTradingEvent', ''],
  ['admin.cancelTradingEvent', ''],
  ['admin.getFourEyes', 'RA'],
  ['admin.checkFourEyes', 'R'],
  ['admin.setFourEyesThreshold', ''],
  ['admin.requestApproval', 'R'],
  ['admin.listApprovals', 'RA'],
  ['admin.getApproval', 'RA'],
  ['admin.approveRequest', ''],
  ['admin.rejectApproval', ''],
  ['admin.withdrawApproval', 'R'],
];
const LETTERS: Record<LimitedField, string> = { support: 'S', review: 'R', audit: 'A' };

describe('what an admin of one field may do', () => {
  let fixture: ServerFixture;
  let api: Api;
  beforeAll(async () => {
    fixture = await createServerFixture();
    api = createApi(fixture);
  });
  afterAll(() => fixture.close());

  it('is said for every operation of the back office, and for nothing else', () => {
    const names = listOperations().map(({ name }) => name);
    const office = names.filter((name) => /^(admin|supportDesk)\./.test(name));
    expect(TABLE.map(([name]) => name).sort()).toEqual(office.sort());
  });

  it.each(TABLE)('%s is for everything and for „%s“', async (name, may) => {
    const answerTo = (who: AdminField) => probe({ fixture, api }, name, who);
    const { status } = await answerTo('all');
    expect(status).not.toBe(403);
    for (const field of LIMITED_FIELDS) {
      const answer = await answerTo(field);
      if (may.includes(LETTERS[field])) expect({ field, status: answer.status }).toEqual({ field, status });
      else
        expect({ field, ...answer }).toMatchObject({ field, status: 403, body: { code: 'OUTSIDE_FIELD' } });
    }
  });
});
