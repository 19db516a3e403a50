import { type AdminField, mayUse } from '@botdepot/contract';
import { urls } from '../../lib/url/urls.ts';
import type { NavGroup, NavItem } from '../../ui/frame/navigation.tsx';
import {
  IconArrowBarToDown,
  IconArrowBarUp,
  IconCheck,
  IconEyeCheck,
  IconFileDescription,
  IconLayoutDashboard,
  IconListSearch,
  IconMessage,
  IconRobot,
  IconScale,
  IconServer,
  IconSettings,
  IconShieldCheck,
  IconUser,
  IconUserCog,
  IconWallet,
} from '../../ui/icon/icons.ts';
import { mayOpen } from '../admin/admin-pages.ts';

const DASHBOARD: NavItem = {
  to: urls.dashboard,
  label: 'Dashboard',
  icon: IconLayoutDashboard,
  end: true,
  bottomLabel: 'Dashboard',
};

const TRADING: NavGroup = {
  label: 'Trading',
  items: [
    DASHBOARD,
    {
      to: urls.bots,
      also: urls.investment(''),
      label: 'KI-Bots',
      icon: IconRobot,
      bottomLabel: 'KI-Bots',
    },
    { to: urls.wallet, label: 'Wallet', icon: IconWallet, bottomLabel: 'Wallet' },
    { to: urls.deposits, label: 'Einzahlungen', icon: IconArrowBarToDown },
    { to: urls.withdrawals, label: 'Auszahlungen', icon: IconArrowBarUp },
  ],
};

const ACCOUNT: NavGroup = {
  label: 'Account',
  items: [
    { to: urls.settings, label: 'Einstellungen', icon: IconSettings },
    { to: urls.support, label: 'Support', icon: IconMessage },
  ],
};

interface Place {
  /** What an admin may do; null for everybody else. */
  adminField: AdminField | null;
  onAdminPage: boolean;
  /** Requests that wait for a decision. */
  waiting: number | undefined;
  /** What another admin has asked this one for. */
  approvals: number | undefined;
  /** Chats in which somebody waits longer than promised. */
  overdue: number | undefined;
}

/** Only pages that exist; a page gets its entry here with the commit that adds it. */
export function navigationFor({ adminField, onAdminPage, waiting, approvals, overdue }: Place): NavGroup[] {
  if (adminField === null) return [TRADING, ACCOUNT];
  const desk: NavItem = {
    to: urls.adminSupport,
    label: 'Support-Chats',
    icon: IconMessage,
    bottomLabel: 'Chats',
    count: overdue,
    countWord: 'überfällig',
  };
  if (!onAdminPage) {
    return [
      TRADING,
      ACCOUNT,
      {
        label: 'Verwaltung',
        items: [
          { to: urls.admin, label: 'Admin Panel', icon: IconShieldCheck, count: waiting, end: true },
          { ...desk, bottomLabel: undefined },
        ].filter(({ to }) => mayOpen(adminField, to)),
      },
    ];
  }
  const groups: NavGroup[] = [
    {
      label: 'Admin Panel',
      items: [
        // Only the page itself: the others of the group stand below it in the address.
        {
          to: urls.admin,
          label: 'Prüfen',
          icon: IconCheck,
          bottomLabel: 'Prüfen',
          count: waiting,
          end: true,
        },
        { to: urls.adminRequests, label: 'Alle Anträge', icon: IconFileDescription },
        desk,
        { to: urls.adminCustomers, label: 'Kunden', icon: IconUser, bottomLabel: 'Kunden' },
        { to: urls.adminApprovals, label: 'Freigaben', icon: IconEyeCheck, count: approvals },
        { to: urls.adminBots, label: 'Bots', icon: IconRobot },
        { to: urls.adminOwnBots, label: 'Eigene Bots', icon: IconUserCog },
      ],
    },
    {
      label: 'Aufsicht',
      items: [
        { to: urls.adminAudit, label: 'Prüfspur', icon: IconListSearch },
        { to: urls.adminReconciliation, label: 'Abgleich', icon: IconScale },
        { to: urls.adminSystem, label: 'System', icon: IconServer },
      ],
    },
    { label: 'Eigenes Konto', items: [DASHBOARD] },
  ];
  // Who only answers chats has nothing on the front page but them.
  const isOpen = ({ to }: NavItem) =>
    to === urls.admin ? mayUse(adminField, 'admin.listPendingDeposits') : mayOpen(adminField, to);
  return groups
    .map(({ items, ...group }) => ({ ...group, items: items.filter(isOpen) }))
    .filter(({ items }) => items.length > 0);
}
