// What lies over the page, with the library that it is made of: one file, since the first one is seldom the last.
import '../theme/mantine-app.css';

export { SidebarDrawer, SidebarTooltip } from '../frame/sidebar-overlays.tsx';
export { UserMenu } from '../frame/user-menu.tsx';
export { DialogWindow } from './dialog-window.tsx';
export { DrawerWindow } from './drawer-window.tsx';
