/** An amount as a page shows it, `−1.234,56`, in cents. */
export const cents = (german: string): bigint =>
  BigInt(german.replaceAll('.', '').replace(',', '').replace('−', '-').replace('+', ''));
