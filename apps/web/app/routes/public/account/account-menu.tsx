import '../../../ui/theme/mantine-button.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { useId } from 'react';
import { IDENTITY_TOASTS } from '../../../features/identity/identity-texts.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Link, useWays } from '../../../lib/url/link.tsx';
import { urls } from '../../../lib/url/urls.ts';
import classes from '../../../ui/frame/site-header.module.css';
import { UserMenu, type UserMenuEntry } from '../../../ui/frame/user-menu.tsx';
import { IconLayoutDashboard, IconLogout, IconShieldCheck, IconUser } from '../../../ui/icon/icons.ts';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import { signOut } from '../../sign-out.ts';
import type { Account } from './use-account.ts';

interface AccountMenuProps {
  account: Account;
  onSignedOut: () => void;
}

const TITLE = 'Mein Konto';

/** Loaded only for somebody who is logged in. */
export function AccountMenu({ account, onSignedOut }: AccountMenuProps) {
  const entries = useEntries(account, onSignedOut);
  return <UserMenu title={TITLE} name={account.name} email={account.email} entries={entries} />;
}

/** The same in the menu on phones. */
export function AccountPanel({ account, onSignedOut }: AccountMenuProps) {
  return <SiteAccount title={TITLE} email={account.email} entries={useEntries(account, onSignedOut)} />;
}

function useEntries(account: Account, onSignedOut: () => void): UserMenuEntry[] {
  const { go } = useWays();
  const leave = async () => {
    const outcome = await signOut();
    if (!outcome.ok) {
      toast.error(IDENTITY_TOASTS.logoutFailed.title, IDENTITY_TOASTS.logoutFailed.text);
      return;
    }
    toast.clear();
    toast.success(IDENTITY_TOASTS.loggedOut);
    onSignedOut();
    go(urls.home);
  };
  return [
    { label: 'Dashboard', icon: IconLayoutDashboard, to: urls.dashboard },
    { label: 'Profil verwalten', icon: IconUser, to: urls.profile },
    ...(account.role === 'admin' ? [{ label: 'Admin Panel', icon: IconShieldCheck, to: urls.admin }] : []),
    { label: 'Abmelden', icon: IconLogout, onSelect: () => void leave() },
  ];
}

interface SiteAccountProps {
  /** „Mein Konto“ */
  title: string;
  email: string;
  entries: readonly UserMenuEntry[];
}

/** What the user menu offers, as a part of the menu on phones. */
function SiteAccount({ title, email, entries }: SiteAccountProps) {
  const titleId = useId();
  return (
    <>
      <span className={classes.panelLink} id={titleId}>
        {title}
      </span>
      <p className={classes.panelNote}>
        <EmailAddress>{email}</EmailAddress>
      </p>
      <ul className={classes.subList} aria-labelledby={titleId}>
        {entries.map(({ label, to, onSelect }) => (
          <li key={label}>
            {to === undefined ? (
              <button type="button" onClick={onSelect}>
                {label}
              </button>
            ) : (
              <Link to={to}>{label}</Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
