import { useWaitingWithdrawals } from './four-eyes.queries.ts';

/** In a list of withdrawals: another admin decides on this one already. */
export function SecondMark({ withdrawalId }: { withdrawalId: string }) {
  const waiting = useWaitingWithdrawals().get(withdrawalId);
  return waiting ? <small>{`liegt zur Freigabe vor, ${waiting.reference}`}</small> : null;
}
