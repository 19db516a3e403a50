/** Messages on their way to the server, in order. One that was not taken stays until it is sent again or given up. */
export interface OutgoingMessage {
  clientId: string;
  text: string;
  /** `offline`: the server was not reached. `waiting`: one before it was refused. */
  state: 'sending' | 'offline' | 'waiting' | 'failed';
  /** Why it was refused. */
  problem?: string | undefined;
}

export interface Delivery {
  /** Sends one message; what it throws is why it was not taken. */
  send: (message: OutgoingMessage) => Promise<void>;
  onChange: (messages: readonly OutgoingMessage[]) => void;
  /** @param told whether this message was refused before and was only tried again by itself. */
  onRefusal: (error: unknown, told: boolean) => void;
  /** Why it was refused; null when the server was not reached and has said nothing. */
  refusalOf: (error: unknown) => string | null;
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
export function createOutgoing({ send, onChange, onRefusal, refusalOf, left = [] }: Delivery): Outgoing {
  let messages: OutgoingMessage[] = left.map((message) => ({ ...message, state: 'offline' }));
  let running = false;
  const told = new Set(left.map(({ clientId }) => clientId));

  const set = (next: OutgoingMessage[]) => {
    messages = next;
    onChange(messages);
  };
  /** One that waits for the connection says so until it has arrived: trying again by itself is nothing to tell of. */
  const markSending = (clientId: string) =>
    set(
      messages.map((message) =>
        message.clientId === clientId && message.state !== 'offline'
          ? { ...message, state: 'sending', problem: undefined }
          : message,
      ),
    );
  const markNotTaken = (clientId: string, problem: string | null) =>
    set(
      messages.map((message) => {
        if (problem === null) return { ...message, state: 'offline', problem: undefined };
        return message.clientId === clientId
          ? { ...message, state: 'failed', problem }
          : { ...message, state: 'waiting' };
      }),
    );

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    for (let [next] = messages; next; [next] = messages) {
      const { clientId } = next;
      markSending(clientId);
      try {
        await send(next);
        set(messages.filter((message) => message.clientId !== clientId));
      } catch (error) {
        const problem = refusalOf(error);
        markNotTaken(clientId, problem);
        if (problem !== null) {
          onRefusal(error, told.has(clientId));
          told.add(clientId);
        }
        break;
      }
    }
    running = false;
  }

  return {
    add(clientId, text) {
      const [first] = messages;
      const state =
        first?.state === 'failed' ? 'waiting' : first?.state === 'offline' ? 'offline' : 'sending';
      set([...messages, { clientId, text, state }]);
      // A customer who writes on has not given up what was not taken: the order stays theirs.
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
