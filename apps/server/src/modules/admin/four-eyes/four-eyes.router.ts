import { type ApprovalKind, DomainError } from '@botdepot/contract';
import { adminMoney, adminOnly, pageOf, type SignedIn } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import {
  assertFreshlyAuthenticated,
  SECURITY_MAX_AGE_MINUTES,
} from '../../../platform/fresh-authentication.ts';
import type { WorkRunner } from '../../../platform/work.ts';
import { type BotStrategies, STRATEGIES } from '../../bots/index.ts';
import { checkFourEyes } from '../../wallet/index.ts';
import { adminCommand } from '../admin-command.ts';
import { findApproval, listApprovalRows } from './approval-requests.store.ts';
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
  return {
    getFourEyes: adminOnly.admin.getFourEyes.handler(({ context }) =>
      getFourEyes(database.db, context.actor.userId, context.now),
    ),
    checkFourEyes: adminOnly.admin.checkFourEyes.handler(({ context, input }) =>
      checkFourEyes(database.db, { adminId: context.actor.userId, now: context.now }, input),
    ),
    setFourEyesThreshold: adminMoney.admin.setFourEyesThreshold.handler(({ context, input }) => {
      assertFreshFor('threshold', context);
      return adminCommand(runWork, context, 'admin.setFourEyesThreshold', input, (work) =>
        setThreshold(work, input),
      );
    }),
    requestApproval: adminMoney.admin.requestApproval.handler(({ context, input }) => {
      assertFreshFor(input.kind, context);
      return adminCommand(runWork, context, 'admin.requestApproval', input, (work) =>
        requestApproval(work, strategies, input),
      );
    }),
    listApprovals: adminOnly.admin.listApprovals.handler(async ({ context, input }) => {
      const { rows, total } = await listApprovalRows(database.db, input, context.now);
      const items = await presentApprovals(database.db, rows, context.now);
      return { items, total, ...pageOf(input) };
    }),
    getApproval: adminOnly.admin.getApproval.handler(({ context, input }) =>
      previewApproval(runWork, strategies, context.actor, input),
    ),
    approveRequest: adminMoney.admin.approveRequest.handler(async ({ context, input }) => {
      const row = await findApproval(database.db, input.id);
      if (!row) throw DomainError.of('APPROVAL_NOT_FOUND');
      assertFreshFor(row.kind, context);
      return adminCommand(runWork, context, 'admin.approveRequest', input, (work) =>
        approveRequest(work, strategies, input),
      );
    }),
    rejectApproval: adminMoney.admin.rejectApproval.handler(({ context, input }) =>
      adminCommand(runWork, context, 'admin.rejectApproval', input, (work) => rejectApproval(work, input)),
    ),
    withdrawApproval: adminMoney.admin.withdrawApproval.handler(({ context, input }) =>
      adminCommand(runWork, context, 'admin.withdrawApproval', input, (work) =>
        withdrawApproval(work, input),
      ),
    ),
  };
}

/** The rule itself is security; who changes it has proved more lately who they are than for money. */
function assertFreshFor(kind: ApprovalKind, { actor, now }: { actor: SignedIn; now: Date }): void {
  if (kind === 'threshold') assertFreshlyAuthenticated(actor, now, SECURITY_MAX_AGE_MINUTES);
}
