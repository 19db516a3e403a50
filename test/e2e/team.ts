// A second admin, with a session and a name of their own.
import { type Browser, expect, type Page } from '@playwright/test';
import { type Login, newLogin, readProfile, signIn } from './accounts.ts';
import { demoLogin, openAs } from './people.ts';

/** Signs somebody up, makes an admin of them as the team does it, and opens a page in their session. */
export async function openColleague(browser: Browser): Promise<Page> {
  return openAs(browser, await hire(browser));
}

async function hire(browser: Browser): Promise<Login> {
  const login = newLogin();
  const applicant = await browser.newContext();
  const chief = await browser.newContext();
  try {
    const signedUp = await applicant.request.post('/api/auth/sign-up/email', { data: login });
    expect(signedUp.ok()).toBe(true);
    const { userId } = await readProfile(applicant.request);
    // Roles are changed by whoever has just said who they are.
    await signIn(chief.request, await demoLogin('admin'));
    const promoted = await chief.request.post(`/api/admin/customers/${userId}/role`, {
      data: { role: 'admin', reason: 'Zweite Person in der Prüfung' },
    });
    expect(promoted.ok(), await promoted.text()).toBe(true);
  } finally {
    await applicant.close();
    await chief.close();
  }
  return login;
}
