import { DomainError } from '@botdepot/contract';
import { type CommandContext, moneyCommand } from '../../platform/api.ts';
import type { Work, WorkRunner } from '../../platform/work.ts';
import { holdAdmin } from '../identity/index.ts';

/**
 * A command of an admin, once per key, whether it moves money or not. Who asks was an admin when the request came; here they are
 * held as one until the transaction ends. So of the rows of a bulk command none is decided any more once its admin was demoted,
 * limited or locked, and whoever demotes them waits for the row under way. Throws FORBIDDEN.
 */
export function adminCommand<T>(
  runWork: WorkRunner,
  context: CommandContext,
  operation: `admin.${string}`,
  input: unknown,
  rule: (work: Work) => Promise<T>,
): Promise<T> {
  return moneyCommand(runWork, context, operation, input, async (work) => {
    if (!(await holdAdmin(work.tx, context.actor))) throw DomainError.of('FORBIDDEN');
    return rule(work);
  });
}
