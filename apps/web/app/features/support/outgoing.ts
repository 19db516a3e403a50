/** Messages on their way to the server, in order. One that was not taken stays until it is sent again or given up. */
export interface OutgoingMessage {
  clientId: string;
  text: string;
  /** `waiting`: one before it has not been taken. */
  state: 'sending' | 'waiting' | 'failed';
  /** Why it was not taken. */
  problem?: string | undefined;
}

export interface Delivery {
  /** Sends one message; what it throws is why it was not taken. */
  send: (message: OutgoingMessage) => Promise<void>;
  onChange: (messages: readonly OutgoingMessage[]) => void;
  /** @param told whether this message has failed before and was only tried again by itself. */
  onFailure: (error: unknown, told: boolean) => void;
  problemOf: (error: unknown) => string;
  /** What was on its way when the page was left; it waits for the first `resume`. */
  left?: readonly Pick<OutgoingMessage, 'clientId' | 'text'>[] | undefined;
}

export interface Outgoing {
  add: (clientId: string, text: string) => void;
  /** Tries again what is left, in order; by hand or by itself. */
  resume: (how: 'by hand' | 'by itself') => void;
  discard: (clientId: string) => void;
  isEmpty: () => boolean;
}

/**
 * Sends one message after the other. A message keeps its id however often it is sent, so that one whose answer was lost is
 * not stored twice.
 */
export function createOutgoing({ send, onChange, onFailure, problemOf, left = [] }: Delivery): Outgoing {
  let messages: OutgoingMessage[] = left.map((message) => ({ ...message, state: 'waiting' }));
  let running = false;
  const told = new Set(left.map(({ clientId }) => clientId));

  const set = (next: OutgoingMessage[]) => {
    messages = next;
    onChange(messages);
  };
  const mark = (clientId: string, change: Partial<OutgoingMessage>) =>
    set(messages.map((message) => (message.clientId === clientId ? { ...message, ...change } : message)));

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    for (let [next] = messages; next; [next] = messages) {
      const { clientId } = next;
      mark(clientId, { state: 'sending', problem: undefined });
      try {
        await send(next);
        set(messages.filter((message) => message.clientId !== clientId));
      } catch (error) {
        set(
          messages.map((message) =>
            message.clientId === clientId
              ? { ...message, state: 'failed', problem: problemOf(error) }
              : { ...message, state: 'waiting' },
          ),
        );
        const alreadyTold = told.has(clientId);
        told.add(clientId);
        onFailure(error, alreadyTold);
        break;
      }
    }
    running = false;
  }

  return {
    add(clientId, text) {
      const blocked = messages.some(({ state }) => state === 'failed');
      set([...messages, { clientId, text, state: blocked ? 'waiting' : 'sending' }]);
      // Whoever writes on has not given up what was not taken: the order stays theirs.
      void run();
    },
    resume(how) {
      if (how === 'by hand') told.clear();
      void run();
    },
    discard(clientId) {
      set(messages.filter((message) => message.clientId !== clientId || message.state === 'sending'));
      void run();
    },
    isEmpty: () => messages.length === 0,
  };
}
