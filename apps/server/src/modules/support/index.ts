export type { Answer, Assistant, Question } from './assistant/assistant.ts';
export { createKnowledgeAssistant } from './assistant/knowledge-assistant.ts';
export { listOwnChats } from './customer-chats.ts';
export { readDeskBacklog } from './desk/desk-chats.ts';
export { type SupportParts, supportDeskRouter, supportRouter } from './support.router.ts';
export { SUPPORT_INVARIANTS } from './support-invariants.ts';
export { eraseSupport, exportSupport, findChatOwners } from './support-of-account.ts';
export { createSupportWorker, type SupportWorker } from './support-worker.ts';
