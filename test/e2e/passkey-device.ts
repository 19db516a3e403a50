// The authenticator that Chromium brings along for tests.
import type { CDPSession, Page } from '@playwright/test';

type Device = {
  /** Whether whoever holds it proves who they are. */
  setVerified(verified: boolean): Promise<void>;
  /** Whether anybody answers its question at all. */
  setPresent(present: boolean): Promise<void>;
};

/** A device with a fingerprint reader, built into this browser. */
export async function plugIn(page: Page): Promise<Device> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: async (isUserVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    setPresent: async (enabled) => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
  };
}
