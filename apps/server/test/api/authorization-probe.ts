import type { AdminField } from '@botdepot/contract';
import { ownAddress } from '../../src/modules/wallet/index.ts';
import { newId } from '../../src/platform/work.ts';
import type { Api, ApiAnswer } from '../api-fixture.ts';
import { listOperations } from '../contract-operations.ts';
import type { ServerFixture } from '../server-fixture.ts';
import { hashOf, OWN_BOT, TRIED_ON } from '../testbench/testbench-world.ts';

type Probed = { fixture: ServerFixture; api: Api };

/** In a year from now by the clock of the database as well. */
function comingWindow() {
  const startsAt = Date.now() + 365 * 24 * 3_600_000;
  return {
    name: 'Rede',
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(startsAt + 5 * 3_600_000).toISOString(),
  };
}

/** Fresh rows of the owner, so that each probe meets the same state. */
export async function prepareRows({ fixture, api }: Probed) {
  const owner = await fixture.createCustomer('500');
  const deposit = await api.call('POST', '/api/deposits', {
    as: api.person('user', owner.userId),
    body: { amountUsd: '20', cryptoCurrency: 'BTC' },
  });
  const withdrawal = await api.call('POST', '/api/withdrawals', {
    as: api.person('user', owner.userId),
    body: { amountUsd: '30', cryptoCurrency: 'BTC', withdrawalAddress: ownAddress('BTC', owner.userId) },
  });
  const chat = await api.call('POST', '/api/support/chats', {
    as: api.person('user', owner.userId),
    body: {},
  });
  const ownBot = await api.call('POST', '/api/own-bots', {
    as: api.person('user', owner.userId),
    body: OWN_BOT,
  });
  return {
    owner,
    deposit: deposit.body,
    withdrawal: withdrawal.body,
    chat: chat.body,
    ownBot: ownBot.body,
  };
}

/** Of each installation, for whatever only reads: two thirds of a probe were its rows. */
const ROWS_TO_READ = new WeakMap<ServerFixture, ReturnType<typeof prepareRows>>();

function rowsToRead(probed: Probed): ReturnType<typeof prepareRows> {
  const rows = ROWS_TO_READ.get(probed.fixture) ?? prepareRows(probed);
  ROWS_TO_READ.set(probed.fixture, rows);
  return rows;
}

/**
 * Calls an operation with what it needs to get as far as its rule.
 * @param who a field is an admin of that field.
 */
export async function probe(
  probed: Probed,
  name: string,
  who: 'anonymous' | 'owner' | 'stranger' | AdminField,
): Promise<ApiAnswer> {
  const { api } = probed;
  const operation = listOperations().find((candidate) => candidate.name === name);
  if (!operation) throw new Error(`unknown operation ${name}`);
  const { owner, deposit, withdrawal, chat, ownBot } = await (operation.method === 'GET'
    ? rowsToRead(probed)
    : prepareRows(probed));
  const people = {
    anonymous: () => undefined,
    owner: () => api.person('user', owner.userId),
    stranger: () => api.person('user'),
    admin: () => api.person('admin', undefined, { adminField: who as AdminField }),
  };
  const ids: Record<string, unknown> = {
    'wallet.getTransfer': withdrawal.reservationTransferId,
    'wallet.getDeposit': deposit.id,
    'wallet.cancelDeposit': deposit.id,
    'admin.approveDeposit': deposit.id,
    'admin.rejectDeposit': deposit.id,
    'admin.claimRequest': deposit.id,
    'admin.releaseRequest': deposit.id,
    'wallet.getWithdrawal': withdrawal.id,
    'wallet.cancelWithdrawal': withdrawal.id,
    'admin.approveWithdrawal': withdrawal.id,
    'admin.rejectWithdrawal': withdrawal.id,
    'admin.endHold': withdrawal.id,
    'admin.getCustomerBalance': owner.userId,
  };
  if (/^admin\.\w+Customer(?!Balance)/.test(name)) ids[name] = owner.userId;
  // Chats of everybody are one kind of thing; whose it is decides.
  if (/^support(Desk)?\./.test(name)) ids[name] = chat.id;
  if (/^testbench\./.test(name)) ids[name] = ownBot.id;
  const note = 'Beleg liegt vor';
  const bodies: Record<string, unknown> = {
    'identity.chooseBot': { botType: 'smartbot' },
    'identity.updatePreferences': { colours: 'green-red' },
    'notifications.updateNotificationSettings': { event: 'deposit_decided', inApp: false },
    'wallet.requestDeposit': { amountUsd: '10', cryptoCurrency: 'USDT' },
    'wallet.requestWithdrawal': {
      amountUsd: '10',
      cryptoCurrency: 'BTC',
      withdrawalAddress: ownAddress('BTC', owner.userId),
    },
    'bots.startBot': { botType: 'smartbot', amountUsd: '100' },
    'admin.correctWallet': {
      email: `${owner.userId}@probe.example`,
      direction: 'credit',
      amountUsd: '5',
      reason: 'Kulanz',
    },
    'admin.decideDeposits': { ids: [deposit.id], decision: 'approve' },
    'admin.decideWithdrawals': { ids: [withdrawal.id], decision: 'reject' },
    'admin.claimRequest': { kind: 'deposit' },
    'admin.checkRequests': { kind: 'deposit', ids: [deposit.id] },
    'admin.checkFourEyes': { of: 'bookings', amountsUsd: ['10'] },
    'admin.setFourEyesThreshold': { thresholdUsd: '5000', reason: 'Kulanz' },
    'admin.requestApproval': { kind: 'withdrawal', input: { id: withdrawal.id }, note },
    'admin.approveRequest': { note },
    'admin.rejectApproval': { note },
    'admin.endHold': { reason: 'Geklärt' },
    'admin.holdCustomerWithdrawals': { reason: 'Verdacht' },
    'admin.lockCustomer': { reason: 'Verdacht' },
    'admin.unlockCustomer': { reason: 'Geklärt' },
    'admin.changeCustomerRole': { role: 'admin', reason: 'Neue Kollegin' },
    'admin.applyReturn': { percent: '0.5', reason: 'Kulanz' },
    'admin.applyReturns': { investmentIds: [newId()], percent: '0.5', reason: 'Kulanz' },
    'admin.pauseBot': { reason: 'Kurse werden geprüft' },
    'admin.resumeBot': { reason: 'Kurse stimmen' },
    'admin.createTradingEvent': comingWindow(),
    'admin.moveTradingEvent': { ...comingWindow(), reason: 'Neue Zeit' },
    'admin.cancelTradingEvent': { reason: 'Entfällt' },
    'support.sendSupportMessage': { clientId: newId(), message: 'Guten Tag' },
    'support.markSupportRead': { seq: 1 },
    'supportDesk.reply': { clientId: newId(), message: 'Guten Tag' },
    'supportDesk.setStatus': { status: 'escalated' },
    'supportDesk.markRead': { seq: 1 },
    'supportDesk.setAssignee': { assignee: null, expected: null },
    'supportDesk.createNote': { clientId: newId(), note: 'Ruft zurück' },
    'supportDesk.saveTextBlock': {
      name: `n${newId()}`.slice(0, 30),
      label: 'Zeiten',
      text: 'Bis 18 Uhr.',
      situation: 'always',
      version: 0,
    },
    'supportDesk.moveTextBlock': { by: 'up' },
    'supportDesk.deleteTextBlock': { version: 1 },
    'testbench.createOwnBot': OWN_BOT,
    'testbench.updateOwnBot': { ...OWN_BOT, version: 1 },
    'testbench.createOwnBotVersion': { version: 1 },
    'testbench.startOwnBot': { version: 1, amountUsd: '10' },
    'admin.holdOwnBots': { botId: null, reason: 'Kurse werden geprüft' },
    'admin.releaseOwnBots': { botId: null, reason: 'Kurse stimmen' },
    'admin.setTestbenchQuota': {
      userId: owner.userId,
      live: 1,
      capitalUsd: null,
      isBarred: false,
      reason: 'Auf Wunsch',
    },
    // Of another page, so that nothing runs.
    'testbench.runOwnBacktest': { version: 7 },
    'testbench.certifyOwnBot': { version: 7 },
    'testbench.openTestPeriod': { version: 7 },
    'testbench.checkRule': { rule: OWN_BOT.rule },
    'testbench.recordTrials': {
      ...TRIED_ON,
      firstDay: TRIED_ON.from,
      entries: [{ ruleHash: hashOf(1), sharpe: 0.01, returns: null }],
    },
    'backtests.runBacktest': {
      botType: 'smartbot',
      firstDay: '2026-01-01',
      lastDay: '2026-01-31',
      symbols: ['BTC/USD'],
      costFactor: 1,
    },
  };
  const path = operation.path
    .replace('{id}', String(ids[name] ?? newId()))
    .replace('{investmentId}', newId())
    .replace('{transferId}', String(withdrawal.reservationTransferId))
    .replace('{noteId}', newId())
    .replace('{botType}', 'smartbot')
    .replace('{seq}', '1')
    .replace('{month}', '2026-11');
  const queries: Record<string, string> = {
    'wallet.getCryptoAddress': '?currency=BTC',
    'admin.findCustomers': '?query=probe',
    'admin.findReference': '?query=E-1001',
    'markets.listCandles': '?symbol=BTC/USD&interval=1h',
  };
  const query = queries[name] ?? '';
  const as = people[who === 'anonymous' || who === 'owner' || who === 'stranger' ? who : 'admin']();
  return api.call(operation.method, `/api${path}${query}`, {
    ...(as ? { as } : {}),
    ...(operation.method === 'POST' ? { body: bodies[name] ?? {} } : {}),
  });
}
