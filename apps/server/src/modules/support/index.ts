export type { Answer, Assistant, Question } from './assistant/assistant.ts';
export { createKnowledgeAssistant } from './assistant/knowledge-assistant.ts';
export { supportDeskRouter } from './desk/support-desk.router.ts';
export { eraseSupport, exportSupport } from './erase-support.ts';
export { findChatOwners } from './find-chat-owners.ts';
export { listOwnChats } from './list-chats.ts';
export { type SupportParts, supportRouter } from './support.router.ts';
export { SUPPORT_INVARIANTS } from './support-invariants.ts';
export { createSupportWorker, type SupportWorker } from './support-worker.ts';
