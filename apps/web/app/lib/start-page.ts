import { START_PAGES } from '@botdepot/contract/preferences';
import { START_PAGE_URLS, urls } from './urls.ts';

/** The page that this person wants to begin with. One plain request; the dashboard when it cannot be found out. */
export async function askStartPage(): Promise<string> {
  try {
    const response = await fetch('/api/profile');
    return response.ok ? startPageOf(await response.json()) : urls.dashboard;
  } catch {
    return urls.dashboard;
  }
}

function startPageOf(profile: unknown): string {
  if (typeof profile !== 'object' || profile === null || !('startPage' in profile)) return urls.dashboard;
  const page = START_PAGES.find((one) => one === profile.startPage);
  return page === undefined ? urls.dashboard : START_PAGE_URLS[page];
}
