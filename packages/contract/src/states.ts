/** State rules stand once, here: buttons and server ask the same functions. */

export const REQUEST_STATUSES = ['pending', 'approved', 'rejected', 'cancelled'] as const;
/** Deposits and withdrawals share their states; `cancelled` is the customer's own way out while pending. */
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

export const INVESTMENT_STATUSES = ['active', 'inactive'] as const;
export type InvestmentStatus = (typeof INVESTMENT_STATUSES)[number];

export const canDecide = (status: RequestStatus): boolean => status === 'pending';
export const canCancel = (status: RequestStatus): boolean => status === 'pending';
export const canStop = (status: InvestmentStatus): boolean => status === 'active';
