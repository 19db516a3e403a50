/** Who runs this installation, from OPERATOR_* at build time; null where the operator has not said so yet. */
export interface Operator {
  name: string | null;
  /** Street and town, lines separated by `|`. */
  address: string | null;
  representative: string | null;
  email: string | null;
  phone: string | null;
  register: string | null;
  vatId: string | null;
}

export const OPERATOR: Operator = import.meta.env.OPERATOR;
