import type { Traits } from '@botdepot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/work.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { listOperations } from '../contract-operations.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';
import { prepareRows, probe } from './authorization-probe.ts';
import { OPERATION_CLASSES } from './operation-classes.ts';

/** Statuses for: nobody, the customer it belongs to, another customer, an admin. */
type Row = [operation: string, anonymous: number, owner: number, stranger: number, admin: number];

// Reading one's own is 200 for everybody: strangers and admins then read theirs. 409 stands where the operation is allowed and the state of the probe forbids it; 404 is how foreign ids answer.
const TABLE: Row[] = [
  ['identity.getInstallation', 200, 200, 200, 200],
  ['identity.getProfile', 401, 200, 200, 200],
  ['identity.chooseBot', 401, 200, 200, 200],
  ['identity.getPreferences', 401, 200, 200, 200],
  ['identity.listSignInEvents', 401, 200, 200, 200],
  ['identity.updatePreferences', 401, 200, 200, 200],
  ['identity.getAccountClosing', 401, 200, 200, 200],
  ['identity.deleteAccount', 401, 200, 200, 200],
  ['markets.listPrices', 200, 200, 200, 200],
  ['markets.listCandles', 200, 200, 200, 200],
  ['markets.listDayRanges', 200, 200, 200, 200],
  ['wallet.getWallet', 401, 200, 200, 200],
  ['wallet.listTransactions', 401, 200, 200, 200],
  ['wallet.getTransactionSum', 401, 200, 200, 200],
  ['wallet.getStatement', 401, 200, 200, 200],
  ['wallet.getTransfer', 401, 200, 404, 404],
  ['wallet.getCryptoAddress', 401, 200, 200, 200],
  ['wallet.listDeposits', 401, 200, 200, 200],
  ['wallet.getDeposit', 401, 200, 404, 404],
  ['wallet.requestDeposit', 401, 201, 201, 201],
  ['wallet.cancelDeposit', 401, 200, 404, 404],
  ['wallet.listWithdrawals', 401, 200, 200, 200],
  ['wallet.getWithdrawal', 401, 200, 404, 404],
  ['wallet.requestWithdrawal', 401, 201, 409, 409],
  ['wallet.cancelWithdrawal', 401, 200, 404, 404],
  ['bots.listBots', 401, 200, 200, 200],
  ['bots.getBot', 401, 200, 200, 200],
  ['bots.listProtocol', 401, 200, 200, 200],
  ['bots.listTradingEvents', 401, 200, 200, 200],
  ['bots.listInvestments', 401, 200, 200, 200],
  ['bots.getInvestment', 401, 404, 404, 404],
  ['bots.listInvestmentFills', 401, 404, 404, 404],
  ['bots.listTradingRecords', 401, 404, 404, 404],
  ['bots.startBot', 401, 409, 409, 409],
  ['bots.stopBot', 401, 404, 404, 404],
  ['wealth.getWealthHistory', 401, 200, 200, 200],
  ['trackRecord.listTrackRecords', 200, 200, 200, 200],
  ['trackRecord.listOutcomes', 200, 200, 200, 200],
  ['backtests.getBacktestData', 401, 200, 200, 200],
  ['backtests.runBacktest', 401, 409, 409, 409],
  ['backtests.getLiveReplay', 401, 200, 200, 200],
  ['testbench.listOwnBots', 401, 200, 200, 200],
  ['testbench.getOwnBot', 401, 200, 404, 404],
  ['testbench.createOwnBot', 401, 201, 201, 201],
  ['testbench.updateOwnBot', 401, 200, 404, 404],
  ['testbench.createOwnBotVersion', 401, 200, 404, 404],
  ['testbench.deleteOwnBot', 401, 200, 404, 404],
  // Without a certificate nothing starts, and nothing runs.
  ['testbench.startOwnBot', 401, 409, 404, 404],
  ['testbench.stopOwnBot', 401, 409, 404, 404],
  ['testbench.cancelOwnBotOrder', 401, 404, 404, 404],
  ['testbench.listOwnBotOrders', 401, 200, 404, 404],
  ['testbench.listOwnBotRuns', 401, 200, 404, 404],
  ['testbench.listOwnBotFills', 401, 200, 404, 404],
  ['testbench.explainDecision', 401, 404, 404, 404],
  ['testbench.listOwnBotStrikes', 401, 200, 404, 404],
  ['testbench.listOwnBotProtocol', 401, 200, 404, 404],
  ['testbench.getOwnBotCurve', 401, 200, 404, 404],
  ['testbench.getOwnBotRecord', 401, 200, 404, 404],
  ['testbench.getOwnBotResult', 401, 200, 404, 404],
  ['testbench.runOwnBacktest', 401, 409, 404, 404],
  ['testbench.certifyOwnBot', 401, 409, 404, 404],
  ['testbench.openTestPeriod', 401, 409, 404, 404],
  ['testbench.listTemplates', 200, 200, 200, 200],
  ['testbench.checkRule', 200, 200, 200, 200],
  ['testbench.listCandleSources', 401, 200, 200, 200],
  ['testbench.recordTrials', 401, 200, 200, 200],
  ['testbench.listTrials', 401, 200, 200, 200],
  ['notifications.listNotifications', 401, 200, 200, 200],
  ['notifications.listAllNotifications', 401, 200, 200, 200],
  ['notifications.readNotification', 401, 404, 404, 404],
  ['notifications.readAllNotifications', 401, 200, 200, 200],
  ['notifications.getNotificationSettings', 401, 200, 200, 200],
  ['notifications.updateNotificationSettings', 401, 200, 200, 200],
  // Only the demo has a mailbox; who sees what in it, its own test says.
  ['mailbox.listMails', 404, 404, 404, 404],
  ['mailbox.getMail', 404, 404, 404, 404],
  ['support.getSupportChat', 401, 200, 200, 200],
  ['support.listSupportChats', 401, 200, 200, 200],
  ['support.startSupportChat', 401, 201, 201, 201],
  ['support.listSupportMessages', 401, 200, 404, 404],
  ['support.sendSupportMessage', 401, 201, 404, 404],
  ['support.closeSupportChat', 401, 200, 404, 404],
  ['support.markSupportRead', 401, 200, 404, 404],
  ['support.sendTranscript', 401, 409, 409, 409],
  ['supportDesk.listChats', 401, 403, 403, 200],
  ['supportDesk.getMessages', 401, 403, 403, 200],
  ['supportDesk.reply', 401, 403, 403, 201],
  ['supportDesk.setStatus', 401, 403, 403, 200],
  ['supportDesk.markRead', 401, 403, 403, 200],
  ['supportDesk.listTeam', 401, 403, 403, 200],
  ['supportDesk.setAssignee', 401, 403, 403, 200],
  ['supportDesk.listNotes', 401, 403, 403, 200],
  ['supportDesk.createNote', 401, 403, 403, 201],
  ['supportDesk.deleteNote', 401, 403, 403, 404],
  ['supportDesk.getContext', 401, 403, 403, 200],
  ['supportDesk.createTranscript', 401, 403, 403, 200],
  ['supportDesk.listTextBlocks', 401, 403, 403, 200],
  ['supportDesk.saveTextBlock', 401, 403, 403, 200],
  ['supportDesk.moveTextBlock', 401, 403, 403, 404],
  ['supportDesk.deleteTextBlock', 401, 403, 403, 404],
  ['admin.getOverview', 401, 403, 403, 200],
  ['admin.listAuditEntries', 401, 403, 403, 200],
  ['admin.getAuditEntry', 401, 403, 403, 200],
  ['admin.getAuditChain', 401, 403, 403, 200],
  ['admin.listReconciliationRuns', 401, 403, 403, 200],
  ['admin.getReconciliationRun', 401, 403, 403, 404],
  ['admin.getSystemState', 401, 403, 403, 200],
  ['admin.listFaults', 401, 403, 403, 200],
  ['admin.startReconciliation', 401, 403, 403, 200],
  ['admin.listPendingDeposits', 401, 403, 403, 200],
  ['admin.listRequests', 401, 403, 403, 200],
  ['admin.approveDeposit', 401, 403, 403, 200],
  ['admin.rejectDeposit', 401, 403, 403, 200],
  ['admin.listPendingWithdrawals', 401, 403, 403, 200],
  ['admin.approveWithdrawal', 401, 403, 403, 200],
  ['admin.rejectWithdrawal', 401, 403, 403, 200],
  ['admin.decideDeposits', 401, 403, 403, 200],
  ['admin.decideWithdrawals', 401, 403, 403, 200],
  ['admin.endHold', 401, 403, 403, 409],
  ['admin.claimRequest', 401, 403, 403, 200],
  ['admin.releaseRequest', 401, 403, 403, 200],
  ['admin.listUsers', 401, 403, 403, 200],
  ['admin.findCustomers', 401, 403, 403, 200],
  ['admin.findReference', 401, 403, 403, 200],
  ['admin.getCustomerBalance', 401, 403, 403, 200],
  ['admin.getCustomer', 401, 403, 403, 200],
  ['admin.getCustomerFacts', 401, 403, 403, 200],
  ['admin.checkRequests', 401, 403, 403, 200],
  ['admin.listCustomerTransactions', 401, 403, 403, 200],
  ['admin.getCustomerTransfer', 401, 403, 403, 200],
  ['admin.listCustomerInvestments', 401, 403, 403, 200],
  ['admin.listCustomerDeposits', 401, 403, 403, 200],
  ['admin.listCustomerWithdrawals', 401, 403, 403, 200],
  ['admin.listCustomerChats', 401, 403, 403, 200],
  ['admin.listCustomerAudit', 401, 403, 403, 200],
  ['admin.lockCustomer', 401, 403, 403, 200],
  ['admin.unlockCustomer', 401, 403, 403, 409],
  ['admin.changeCustomerRole', 401, 403, 403, 200],
  ['admin.endCustomerSessions', 401, 403, 403, 200],
  ['admin.holdCustomerWithdrawals', 401, 403, 403, 409],
  ['admin.correctWallet', 401, 403, 403, 201],
  ['admin.listActiveInvestments', 401, 403, 403, 200],
  ['admin.applyReturn', 401, 403, 403, 404],
  ['admin.applyReturns', 401, 403, 403, 200],
  ['admin.listAdminBots', 401, 403, 403, 200],
  ['admin.listBotPauses', 401, 403, 403, 200],
  ['admin.resumeBot', 401, 403, 403, 409],
  ['admin.listAllOwnBots', 401, 403, 403, 200],
  ['admin.getOwnBotRun', 401, 403, 403, 404],
  ['admin.listOwnBotHolds', 401, 403, 403, 200],
  ['admin.getCustomerOwnBots', 401, 403, 403, 200],
  ['admin.holdOwnBots', 401, 403, 403, 201],
  ['admin.releaseOwnBots', 401, 403, 403, 200],
  ['admin.setTestbenchQuota', 401, 403, 403, 200],
  ['admin.pauseBot', 401, 403, 403, 201],
  ['admin.listCalendar', 401, 403, 403, 200],
  ['admin.createTradingEvent', 401, 403, 403, 201],
  ['admin.moveTradingEvent', 401, 403, 403, 404],
  ['admin.cancelTradingEvent', 401, 403, 403, 404],
  ['admin.getFourEyes', 401, 403, 403, 200],
  ['admin.checkFourEyes', 401, 403, 403, 200],
  ['admin.setFourEyesThreshold', 401, 403, 403, 200],
  ['admin.requestApproval', 401, 403, 403, 409],
  ['admin.listApprovals', 401, 403, 403, 200],
  ['admin.getApproval', 401, 403, 403, 404],
  ['admin.approveRequest', 401, 403, 403, 404],
  ['admin.rejectApproval', 401, 403, 403, 404],
  ['admin.withdrawApproval', 401, 403, 403, 404],
];

describe('who may do what', () => {
  let fixture: ServerFixture;
  let api: Api;
  beforeAll(async () => {
    fixture = await createServerFixture();
    api = createApi(fixture);
  });
  afterAll(() => fixture.close());

  it('is said for every operation of the contract, and for nothing else', () => {
    expect(TABLE.map(([name]) => name).sort()).toEqual(
      listOperations()
        .map((operation) => operation.name)
        .sort(),
    );
  });

  it('is described in the contract as the list of classes says', () => {
    expect(Object.fromEntries(listOperations().map(({ name, traits }) => [name, classOf(traits)]))).toEqual(
      OPERATION_CLASSES,
    );
  });

  const statusOf = async (...[name, who]: [string, Parameters<typeof probe>[2]]): Promise<number> =>
    (await probe({ fixture, api }, name, who)).status;

  it.each(TABLE)('%s answers as the table says', async (name, anonymous, owner, stranger, admin) => {
    expect({
      anonymous: await statusOf(name, 'anonymous'),
      owner: await statusOf(name, 'owner'),
      stranger: await statusOf(name, 'stranger'),
      admin: await statusOf(name, 'all'),
    }).toEqual({ anonymous, owner, stranger, admin });
  });

  it('tells a customer nothing about others: foreign ids answer as unknown ones do', async () => {
    const { deposit } = await prepareRows({ fixture, api });
    const stranger = api.person('user');
    const foreign = await api.call('POST', `/api/deposits/${deposit.id}/cancel`, { as: stranger, body: {} });
    const unknown = await api.call('POST', `/api/deposits/${newId()}/cancel`, { as: stranger, body: {} });
    expect(foreign).toMatchObject({ status: unknown.status, body: unknown.body });
  });

  it('lets no admin decide on their own request', async () => {
    const admin = api.person('admin');
    const own = await api.call('POST', '/api/deposits', {
      as: admin,
      body: { amountUsd: '10', cryptoCurrency: 'USDT' },
    });
    const answer = await api.call('POST', `/api/admin/deposits/${own.body.id}/approve`, {
      as: admin,
      body: {},
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'OWN_REQUEST' } });
  });
});

function classOf({ access, kind, fresh, key, touches }: Traits): string {
  const words = [
    access,
    kind,
    fresh && `fresh for ${fresh}`,
    key && (key === 'once' ? 'key' : 'key for each row'),
    touches.length > 0 ? `touches ${touches.join(' and ')}` : null,
  ];
  return words.filter((word) => word !== null).join(', ');
}
