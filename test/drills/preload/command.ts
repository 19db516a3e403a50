// What the drill tells a server's preloads, over the channel of `spawn(…, { stdio: [… 'ipc'] })`.
export type DrillCommand =
  /** From now on the answers to this share of the COMMITs of money commands are kept back, at most `atMost` at a time. */
  | { drill: 'hold-answers'; share: number; atMost: number; seed: number }
  /** The clock of this process differs by so much from the machine's. */
  | { drill: 'clock'; offsetMs: number };

/** Calls back for every command, and keeps no process alive for it. */
export function onDrillCommand(listener: (command: DrillCommand) => void): void {
  process.on('message', (message) => {
    if (typeof message === 'object' && message !== null && 'drill' in message)
      listener(message as DrillCommand);
  });
  process.channel?.unref();
}
