import { oc } from '@orpc/contract';
import { z } from 'zod';
import { BOT_TYPES, SIGN_UP_BOT_TYPES } from './catalogue.ts';
import { declare } from './errors.ts';
import { id, timestamp } from './shapes.ts';

export const profile = z.object({
  userId: id,
  email: z.string(),
  name: z.string(),
  role: z.enum(['admin', 'user']),
  createdAt: timestamp,
  emailVerified: z.boolean(),
  /** The bot chosen at sign-up; preselects the first start dialog. */
  preferredBot: z.enum(BOT_TYPES).nullable(),
  /** The login asks for a code of the authenticator app beside the password. */
  twoFactorEnabled: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

export const installation = z.object({
  brandName: z.string(),
  demo: z.boolean(),
  /** Without a mail transport sign-up logs in at once, and the pages say so. */
  mailTransport: z.boolean(),
  version: z.string(),
});
export type Installation = z.infer<typeof installation>;

export const identity = {
  getInstallation: oc
    .route({
      method: 'GET',
      path: '/installation',
      tags: ['identity'],
      summary: 'What this installation can do',
    })
    .output(installation),
  getProfile: oc
    .route({ method: 'GET', path: '/profile', tags: ['identity'], summary: 'The own profile' })
    .errors(declare('UNAUTHENTICATED'))
    .output(profile),
  chooseBot: oc
    .route({
      method: 'POST',
      path: '/profile/preferred-bot',
      tags: ['identity'],
      summary: 'Keep the choice of sign-up',
    })
    .errors(declare('UNAUTHENTICATED'))
    .input(z.strictObject({ botType: z.enum(SIGN_UP_BOT_TYPES) }))
    .output(profile),
};
