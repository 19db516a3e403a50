import { toWire } from '@botdepot/money';
import {
  closeApprovals,
  exportApprovals,
  listOpenApprovals,
  lockOpenApprovals,
} from './modules/admin/index.ts';
import {
  closeInvestments,
  exportInvestments,
  listActiveIds,
  lockActiveInvestments,
  readInvestmentsClosing,
} from './modules/bots/index.ts';
import { type AccountParts, IDENTITY_EXPORTS } from './modules/identity/index.ts';
import {
  eraseNotifications,
  exportMails,
  exportNotificationSettings,
  exportNotifications,
} from './modules/notifications/index.ts';
import { eraseSupport, exportSupport } from './modules/support/index.ts';
import {
  closeOwnLive,
  closeTestbench,
  exportOwnBots,
  exportTestPeriods,
  exportTrials,
  listOwnLive,
  listTestbench,
  lockOwnLive,
  lockTestbench,
  readOwnInvested,
} from './modules/testbench/index.ts';
import {
  closeWallet,
  exportBalances,
  exportDeposits,
  exportTransactions,
  exportWithdrawals,
  findFirstBooking,
  listOpenRequests,
  lockOpenRequests,
  readWalletClosing,
} from './modules/wallet/index.ts';

/**
 * What every module does at the end of an account, and what it adds to the download of one's own data. The order is that
 * of the locks (what waits for a second admin, investments, bots, own bots, the test bench, requests, the wallet last) and of the work: what the bots pay out and the requests
 * release is in the wallet before the wallet is closed, and what all of them told the customer is erased after them.
 */
export const ACCOUNT_PARTS: AccountParts = {
  guards: [
    { listOpen: listOpenApprovals, lockOpen: lockOpenApprovals, close: closeApprovals },
    { listOpen: listActiveIds, lockOpen: lockActiveInvestments, close: closeInvestments },
    { listOpen: listOwnLive, lockOpen: lockOwnLive, close: closeOwnLive },
    { listOpen: listTestbench, lockOpen: lockTestbench, close: closeTestbench },
    { listOpen: listOpenRequests, lockOpen: lockOpenRequests, close: closeWallet },
    { close: eraseSupport },
    { close: (work, userId) => eraseNotifications(work.tx, userId) },
  ],
  hasBookings: async (tx, userId) => (await findFirstBooking(tx, userId)) !== null,
  readClosing: async (tx, userId) => {
    const investments = await readInvestmentsClosing(tx, userId);
    const { deposits, withdrawals, balance } = await readWalletClosing(tx, userId);
    const { held } = await readOwnInvested(tx, userId);
    const inOwnBots = held.reduce((total, { value }) => total + value, 0n);
    const shown = ({ reference, amountUsd }: { reference: string; amountUsd: bigint }) => ({
      reference,
      amountUsd: toWire(amountUsd),
    });
    return {
      investments: investments.map(({ payout, ...investment }) => ({
        ...investment,
        usdCurrentAmount: toWire(payout),
      })),
      pendingDeposits: deposits.map(shown),
      pendingWithdrawals: withdrawals.map(shown),
      walletBalance: toWire(balance),
      ownBots: toWire(inOwnBots),
      toHouse: toWire(investments.reduce((total, { payout }) => total + payout, balance + inOwnBots)),
    };
  },
  exports: [
    ...IDENTITY_EXPORTS,
    { name: 'wallet', about: 'Der Stand Ihres Wallets.', one: exportBalances },
    {
      name: 'transactions',
      about: 'Jede Buchung mit allen ihren Zeilen, die älteste zuerst.',
      rows: exportTransactions,
    },
    { name: 'deposits', about: 'Ihre Einzahlungen und was daraus wurde.', rows: exportDeposits },
    { name: 'withdrawals', about: 'Ihre Auszahlungen und was daraus wurde.', rows: exportWithdrawals },
    {
      name: 'investments',
      about: 'Ihre Anlagen in Bots, jede mit ihren Tageswerten und den Ausführungen auf Ihre Anteile.',
      rows: exportInvestments,
    },
    {
      name: 'ownBots',
      about:
        'Ihre eigenen Bots mit Entwurf, festgehaltenen Fassungen, was deren Prüfung ergab, Aufträgen, Läufen und deren Ausführungen.',
      rows: exportOwnBots,
    },
    {
      name: 'testPeriods',
      about: 'Prüfzeiträume, die Sie geöffnet haben.',
      rows: exportTestPeriods,
    },
    {
      name: 'trials',
      about: 'Ihre Versuche mit eigenen Bots, wie Ihre Browser sie gemeldet haben.',
      rows: exportTrials,
    },
    {
      name: 'approvals',
      about:
        'Was zu Ihrem Konto zwei Personen unseres Teams entscheiden mussten, und was daraus wurde. Was sie dazu geschrieben haben, erfragen Sie beim Betreiber.',
      rows: exportApprovals,
    },
    { name: 'notifications', about: 'Was die Plattform Ihnen mitgeteilt hat.', rows: exportNotifications },
    {
      name: 'mails',
      about: 'Unsere E-Mails an Sie, soweit wir sie noch haben; nach 30 Tagen löschen wir sie.',
      rows: exportMails,
    },
    {
      name: 'notificationSettings',
      about: 'Wie Sie benachrichtigt werden möchten, soweit Sie es geändert haben.',
      rows: exportNotificationSettings,
    },
    {
      name: 'supportChats',
      about:
        'Ihre Chats mit dem Support, Wort für Wort, und wann das Team etwas dazu notiert hat. Was in diesen Notizen steht, erfragen Sie beim Betreiber.',
      rows: exportSupport,
    },
  ],
};
