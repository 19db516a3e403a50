/** Somebody with a session. */
export type Person = {
  userId: string;
  email: string;
  /** Of the session; another one after the next login. */
  cookie: string;
  /** A network of their own: the limits of sign-up and login count per network. */
  network: string;
  /** Where withdrawals go. */
  address: string;
  /** That may be started; customers only. */
  ownBots?: readonly string[];
  /** Of the authenticator app; admins only. */
  totpSecret?: string;
};
