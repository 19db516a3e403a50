import { aheadText, canDecide, SERVICE_TIMES } from '@botdepot/contract';
import { fromWire, inUsd } from '@botdepot/money';
import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../platform/database.ts';
import { createJob } from '../../platform/jobs.ts';
import { type Clock, newId, systemActor, type Work, type WorkRunner } from '../../platform/work.ts';
import { holdUsers } from '../identity/index.ts';
import { type LateDeposit, listLateDeposits, lockDeposit } from '../wallet/index.ts';
import type { Answer, Assistant } from './assistant/assistant.ts';
import { speaksOfSuicide } from './assistant/crisis.ts';
import { berlinTime, DEPOSIT_TIME, HUMAN_TIME } from './assistant/german.ts';
import { HANDED_OVER } from './assistant/knowledge.ts';
import { asksForHuman, auditStatus, type ChatChange, type ChatRow, escalation, hintChat } from './chat.ts';
import { openChat } from './customer-chats.ts';
import { tellOfUnreadReply } from './reply-notice.ts';
import { supportLateDeposits } from './support.schema.ts';
import {
  type Asked,
  appendMessage,
  claimDueReply,
  lockChat,
  readPlaceInLine,
  readQuestion,
} from './support.store.ts';

/** How often a replica looks for replies that another one left behind (its own it answers on time), and for unread answers. */
const POLL_MS = 2_000;
const LATE_DEPOSITS_MS = 60_000;
/** A claim without an answer for this long is taken over. */
const LEASE_MS = 10_000;

export type SupportWorker = {
  /** Looks for due replies and unread answers again and again, and once a minute for deposits that wait too long. */
  start(): void;
  /** A reply becomes due then: it is answered on time, not at the next look. */
  wakeAt(dueAt: Date): void;
  /** Answers what is due now. Returns how many replies it wrote. */
  answerDue(): Promise<number>;
  /** Tells customers of answers of the team that they have left unread. Returns how many it told. */
  tellOfUnreadReplies(): Promise<number>;
  /** Calls the team for deposits that wait longer than promised. Returns for how many. */
  callTeamForLateDeposits(): Promise<number>;
  /** Looks no more and waits for what is under way. */
  stop(): Promise<void>;
};

/** Every replica runs one. What is due stands in the database, so a crash delays a reply and never loses or doubles it. */
export function createSupportWorker(deps: {
  database: Database;
  runWork: WorkRunner;
  assistant: Assistant;
  clock: Clock;
  log: Logger;
}): SupportWorker {
  const { database, runWork, assistant, clock, log } = deps;
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const answers = new Set<Promise<unknown>>();
  let stopped = false;

  async function answerOne(): Promise<'nothing due' | 'written' | 'dropped'> {
    const now = clock.now();
    const claimed = await claimDueReply(database.db, now, new Date(now.getTime() + LEASE_MS));
    if (!claimed) return 'nothing due';
    const reply = await thinkOfReply(database.db, assistant, claimed, now, (error) =>
      log.error({ err: error, chatId: claimed.id }, 'the assistant failed, a human takes over'),
    );
    const written = await runWork(systemActor(newId()), (work) => writeReply(work, claimed, reply));
    return written ? 'written' : 'dropped';
  }

  async function answerDue(): Promise<number> {
    let written = 0;
    for (let last = await answerOne(); last !== 'nothing due' && !stopped; last = await answerOne())
      if (last === 'written') written += 1;
    return written;
  }

  async function tellOfUnreadReplies(): Promise<number> {
    let told = 0;
    while (!stopped && (await runWork(systemActor(newId()), tellOfUnreadReply))) told += 1;
    return told;
  }

  async function callTeamForLateDeposits(): Promise<number> {
    let called = 0;
    for (const deposit of await findUncalledDeposits(database.db, clock.now())) {
      if (stopped) break;
      try {
        if (await runWork(systemActor(newId()), (work) => escalateLateDeposit(work, deposit))) called += 1;
      } catch (error) {
        // One deposit that cannot be escalated must not keep the others waiting.
        log.warn({ err: error, depositId: deposit.id }, 'a late deposit was not escalated');
      }
    }
    return called;
  }

  /** Beside what is under way: an assistant that hangs keeps nobody but its own customer waiting. */
  function answer(): void {
    if (stopped) return;
    const answering = answerDue()
      .catch((error: unknown) => log.warn({ err: error }, 'replies of the assistant not written'))
      .finally(() => answers.delete(answering));
    answers.add(answering);
  }

  const telling = createJob({
    everyMs: POLL_MS,
    log,
    failed: 'customers not told of unread answers',
    run: tellOfUnreadReplies,
  });
  const calling = createJob({
    everyMs: LATE_DEPOSITS_MS,
    log,
    failed: 'late deposits not escalated',
    run: callTeamForLateDeposits,
  });
  const jobs = [telling, calling];
  let looking: NodeJS.Timeout | undefined;

  function wakeAt(dueAt: Date): void {
    if (stopped) return;
    const remainingMs = dueAt.getTime() - clock.now().getTime();
    if (remainingMs <= 0) {
      answer();
      return;
    }
    // Timers may go off a moment too early. Nothing would be due then, and the answer would wait for the next look.
    const timer = setTimeout(() => {
      timers.delete(timer);
      wakeAt(dueAt);
    }, remainingMs);
    timers.add(timer.unref());
  }

  return {
    start() {
      answer();
      looking = setInterval(answer, POLL_MS).unref();
      for (const job of jobs) {
        job.start();
        job.wake();
      }
    },
    wakeAt,
    answerDue,
    tellOfUnreadReplies,
    callTeamForLateDeposits,
    async stop() {
      stopped = true;
      clearInterval(looking);
      for (const timer of timers) clearTimeout(timer);
      await Promise.all([...answers, ...jobs.map((job) => job.stop())]);
    },
  };
}

/** What the assistant says, and why a human takes over, if one does. */
type Reply = Answer & { failed?: boolean };

/**
 * Thinks of the answer to a claimed chat. No lock is held: customers go on writing meanwhile, and then a newer answer is due.
 * A customer who has just been handed over is told so, with their place in the line, unless they speak of suicide, which is answered;
 * an assistant that fails hands over as well.
 */
async function thinkOfReply(
  tx: Tx,
  assistant: Assistant,
  claimed: ChatRow,
  now: Date,
  onFailure: (error: unknown) => void,
): Promise<Reply> {
  try {
    const asked = await readQuestion(tx, claimed);
    const { escalatedAt } = claimed;
    const placeInLine = escalatedAt && (await readPlaceInLine(tx, claimed.id, escalatedAt));
    const isCrisis = asked.some(({ message }) => speaksOfSuicide(message));
    if (placeInLine !== null && !isCrisis && wasHandedOver(claimed, asked))
      return { answered: true, message: handedOver(placeInLine) };
    return await assistant.answer({
      userId: claimed.userId,
      messages: asked.map(({ message }) => message),
      now,
      hasOffered: asksForHuman(claimed),
      placeInLine,
    });
  } catch (error) {
    onFailure(error);
    return { answered: false, failed: true, message: HANDED_OVER };
  }
}

/** Whether one of these messages has escalated the chat: both bear the time of the same transaction. */
const wasHandedOver = ({ escalatedAt, escalationReason }: ChatRow, asked: readonly Asked[]): boolean =>
  escalationReason === 'asked' &&
  asked.some(({ createdAt }) => createdAt.getTime() === escalatedAt?.getTime());

const handedOver = (placeInLine: number): string =>
  `${HANDED_OVER} ${aheadText(placeInLine)} Bis dahin antworte ich weiter.`;

/**
 * Writes a reply, once: only who still holds the claim does. A claim is over when it ran out and somebody else took it, when
 * the customer wrote something newer, when a human answered, and when the chat ended or was deleted. Returns whether it wrote.
 */
async function writeReply(work: Work, claimed: ChatRow, reply: Reply): Promise<boolean> {
  const chat = await lockChat(work.tx, claimed.id);
  if (!chat || !stillClaimed(chat, claimed)) return false;
  const givesUp = reply.failed === true && chat.status === 'active';
  const asks = !reply.answered && chat.status === 'active';
  const change: ChatChange = {
    botReplyDueAt: null,
    botRepliedSeq: chat.lastSeq,
    unanswered: asks ? chat.unanswered + 1 : 0,
    ...(givesUp ? escalation('assistant_failed', work.now) : {}),
  };
  const draft = {
    senderType: 'bot',
    senderId: null,
    message: givesUp ? handedOver(await readPlaceInLine(work.tx, chat.id, work.now)) : reply.message,
    facts: reply.facts ?? [],
  } as const;
  const added = await appendMessage(work.tx, chat, draft, { ...change, lastMessageAt: work.now });
  if (givesUp) await auditStatus(work, 'support.escalate', chat, added.chat, 'assistant_failed');
  hintChat(work, added.chat);
  return true;
}

/** The due time is the token of the claim: a later claim, and a newer message, each set another one. */
const stillClaimed = (chat: ChatRow, claimed: ChatRow): boolean =>
  chat.botReplyDueAt?.getTime() === claimed.botReplyDueAt?.getTime() && chat.lastSeq === claimed.lastSeq;

/** Deposits of one round. Anyone who is left over is called for in the next one, a minute later. */
const AT_ONCE = 100;
const HOUR_MS = 3_600_000;

/** The oldest of the deposits that wait longer than promised and for which the team has not been called yet. */
export function findUncalledDeposits(tx: Tx, now: Date): Promise<LateDeposit[]> {
  const before = new Date(now.getTime() - SERVICE_TIMES.depositEscalationHours * HOUR_MS);
  return listLateDeposits(tx, { before, except: (depositId) => selectCall(tx, depositId), limit: AT_ONCE });
}

/**
 * Calls the team for a deposit that still waits: its customer's chat is escalated, or a new one begun, with a message that
 * says so. Once per deposit, however many replicas try at once. Returns whether this call was the one.
 */
export async function escalateLateDeposit(work: Work, deposit: LateDeposit): Promise<boolean> {
  // In the order of the end of an account: the user, the deposit, the chat. A chat that begins would hold its user too late.
  if ((await holdUsers(work.tx, [deposit.userId])).length === 0) return false;
  const row = await lockDeposit(work.tx, deposit.id);
  if (!row || !canDecide(row.status)) return false;
  if ((await selectCall(work.tx, deposit.id)).length > 0) return false;
  const chat = await openChat(work, deposit.userId);
  await insertCalledDeposit(work.tx, deposit.id, chat.id, work.now);
  const escalates = chat.status === 'active';
  const change: ChatChange = escalates ? escalation('late_deposit', work.now) : {};
  const draft = {
    senderType: 'bot',
    senderId: null,
    message: `Ihre Einzahlung ${deposit.reference} wartet länger als üblich. Ich habe unser Team gerufen; ein Mensch antwortet meist in ${HUMAN_TIME}. Sie müssen nichts tun.`,
    facts: [
      { label: 'Erstellt', value: berlinTime(deposit.createdAt) },
      { label: 'Betrag', value: inUsd(fromWire(deposit.amountUsd)) },
      { label: 'Üblich', value: DEPOSIT_TIME },
    ],
  } as const;
  const added = await appendMessage(
    work.tx,
    chat,
    { ...draft, facts: [...draft.facts] },
    { ...change, lastMessageAt: work.now },
  );
  if (escalates) await auditStatus(work, 'support.escalate', chat, added.chat, 'late_deposit');
  hintChat(work, added.chat);
  return true;
}

/** A row when the team was called for the deposit before. */
const selectCall = (tx: Tx, depositId: SQLWrapper | string) =>
  tx
    .select({ chatId: supportLateDeposits.chatId })
    .from(supportLateDeposits)
    .where(eq(supportLateDeposits.depositId, sql`${depositId}`));

async function insertCalledDeposit(tx: Tx, depositId: string, chatId: string, now: Date): Promise<void> {
  await tx.insert(supportLateDeposits).values({ depositId, chatId, createdAt: now });
}
