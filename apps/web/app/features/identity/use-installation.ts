import type { Installation } from '@botdepot/contract';
import { useEffect, useState } from 'react';
import { textOf } from '../../lib/server/auth-post.ts';

/** What the pages before the login need to know about the installation. */
export type InstallationFacts = Pick<
  Installation,
  'demo' | 'mail' | 'linksByMail' | 'captcha' | 'identityProvider' | 'welcomeDepositUsd'
>;

let asked: Promise<InstallationFacts | undefined> | undefined;

/**
 * Undefined until the server has answered: the pages are written at build time, when nobody knows where they will run.
 * It does not change while a page is open, so one answer serves all of them.
 */
export function useInstallation(): InstallationFacts | undefined {
  const [facts, setFacts] = useState<InstallationFacts>();
  useEffect(() => {
    let left = false;
    asked ??= askInstallation();
    void asked.then((answer) => {
      // The next page may ask again.
      if (answer === undefined) asked = undefined;
      if (!left) setFacts(answer);
    });
    return () => {
      left = true;
    };
  }, []);
  return facts;
}

async function askInstallation(): Promise<InstallationFacts | undefined> {
  try {
    const response = await fetch('/api/installation');
    return response.ok ? readInstallation(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}

function readInstallation(answer: unknown): InstallationFacts | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  if (!('mail' in answer) || !('demo' in answer)) return undefined;
  const mail = readMail(answer.mail);
  return {
    mail,
    // A server of before an update does not say.
    linksByMail: 'linksByMail' in answer ? answer.linksByMail === true : mail !== 'none',
    demo: answer.demo === true,
    captcha: 'captcha' in answer && answer.captcha === true,
    identityProvider: textOf(answer, 'identityProvider'),
    welcomeDepositUsd: textOf(answer, 'welcomeDepositUsd'),
  };
}

function readMail(mail: unknown): Installation['mail'] {
  return mail === 'smtp' || mail === 'mailbox' ? mail : 'none';
}
