import { ofAdmin, pageOf } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import type { WorkRunner } from '../../../platform/work.ts';
import { type BotStrategies, STRATEGIES } from '../../bots/index.ts';
import { checkFourEyes } from '../../wallet/index.ts';
import { listApprovalRows } from './approval-requests.store.ts';
import { approveRequest, rejectApproval, withdrawApproval } from './decide-approval.ts';
import { getFourEyes, setThreshold } from './four-eyes-settings.ts';
import { presentApprovals } from './present-approval.ts';
import { previewApproval } from './preview-approval.ts';
import { requestApproval } from './request-approval.ts';

export function fourEyesRouter(deps: {
  database: Database;
  runWork: WorkRunner;
  strategies?: BotStrategies;
}) {
  const { database, runWork, strategies = STRATEGIES } = deps;
  return ofAdmin({
    getFourEyes: ({ actor, now }) => getFourEyes(database.db, actor.userId, now),
    checkFourEyes: ({ actor, now, input }) =>
      checkFourEyes(database.db, { adminId: actor.userId, now }, input),
    setFourEyesThreshold: ({ work, input }) => setThreshold(work, input),
    requestApproval: ({ work, input }) => requestApproval(work, strategies, input),
    listApprovals: async ({ input, now }) => {
      const { rows, total } = await listApprovalRows(database.db, input, now);
      const items = await presentApprovals(database.db, rows, now);
      return { items, total, ...pageOf(input) };
    },
    getApproval: ({ actor, input }) => previewApproval(runWork, strategies, actor, input),
    approveRequest: ({ work, input }) => approveRequest(work, strategies, input),
    rejectApproval: ({ work, input }) => rejectApproval(work, input),
    withdrawApproval: ({ work, input }) => withdrawApproval(work, input),
  });
}
