import { useState } from 'react';
import { loadOverlays } from '../overlay/overlay.tsx';
import { LazySection } from '../state/lazy-section.tsx';
import { UserButton } from './user-button.tsx';
import type { UserMenuProps } from './user-menu.tsx';

const loadEarly = () => void loadOverlays().catch(() => undefined);

/** The button of the menu, and the menu from the first press on. */
export function UserMenuLater(props: UserMenuProps) {
  const [isNeeded, setNeeded] = useState(false);
  const button = (
    <UserButton
      name={props.name}
      email={props.email}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={loadEarly}
      onFocus={loadEarly}
      onClick={() => setNeeded(true)}
    />
  );
  if (!isNeeded) return button;
  return (
    <LazySection load={loadOverlays} waiting={button} short="Menü neu laden">
      {({ UserMenu }) => <UserMenu {...props} beginsOpen />}
    </LazySection>
  );
}
