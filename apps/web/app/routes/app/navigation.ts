import {
  IconArrowBarToDown,
  IconArrowBarUp,
  IconCheck,
  IconEyeCheck,
  IconLayoutDashboard,
  IconListSearch,
  IconMessage,
  IconRobot,
  IconScale,
  IconServer,
  IconSettings,
  IconShieldCheck,
  IconUser,
  IconWallet,
} from '@tabler/icons-react';
import { urls } from '../../lib/urls.ts';
import type { NavGroup, NavItem } from '../../ui/navigation.ts';

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
    { to: urls.bots, label: 'KI-Bots', icon: IconRobot, bottomLabel: 'KI-Bots' },
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
  isAdmin: boolean;
  onAdminPage: boolean;
  /** Requests that wait for a decision. */
  waiting: number | undefined;
  /** What another admin has asked this one for. */
  approvals: number | undefined;
}

/** Only pages that exist; a page gets its entry here with the commit that adds it. */
export function navigationFor({ isAdmin, onAdminPage, waiting, approvals }: Place): NavGroup[] {
  if (!isAdmin) return [TRADING, ACCOUNT];
  if (!onAdminPage) {
    return [
      TRADING,
      ACCOUNT,
      {
        label: 'Verwaltung',
        items: [{ to: urls.admin, label: 'Admin Panel', icon: IconShieldCheck, count: waiting }],
      },
    ];
  }
  return [
    {
      label: 'Admin Panel',
      items: [
        // Only the page itself: the others of the group stand below it in the address.
        {
          to: urls.admin,
          label: 'Prüfen',
          icon: IconCheck,
          count: waiting,
          bottomLabel: 'Prüfen',
          end: true,
        },
        { to: urls.adminCustomers, label: 'Kunden', icon: IconUser, bottomLabel: 'Kunden' },
        { to: urls.adminApprovals, label: 'Freigaben', icon: IconEyeCheck, count: approvals },
        { to: urls.adminBots, label: 'Bots', icon: IconRobot },
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
}
