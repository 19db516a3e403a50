/**
 * Leads the focus to the title of the page, for when what held it is gone. A screen reader then says where one is. Nothing
 * scrolls: where the page stands is the router's matter.
 */
export function focusPageTitle(): void {
  const title = document.querySelector<HTMLElement>('main h1');
  if (!title) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}
