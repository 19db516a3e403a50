export type { Answer, Assistant, Question } from './assistant/assistant.ts';
export { createKnowledgeAssistant } from './assistant/knowledge-assistant.ts';
export { eraseSupport, exportSupport } from './erase-support.ts';
export { type SupportParts, supportDeskRouter, supportRouter } from './support.router.ts';
export { createSupportWorker, type SupportWorker } from './support-worker.ts';
