import type { DrawerProps } from './drawer-window.tsx';
import { Overlay } from './overlay.tsx';

export function Drawer(props: DrawerProps) {
  const { opened, onClose, inAddress } = props;
  return (
    <Overlay opened={opened} onClose={onClose} inAddress={inAddress}>
      {({ DrawerWindow }) => <DrawerWindow {...props} />}
    </Overlay>
  );
}
