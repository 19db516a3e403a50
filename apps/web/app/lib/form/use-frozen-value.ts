import { useState } from 'react';

/** A live value, as it was before it was frozen: what one's own command moves must not count against that command. */
export function useFrozenValue<Value>(value: Value, frozen: boolean): Value {
  const [last, setLast] = useState(value);
  if (frozen) return last;
  if (last !== value) setLast(value);
  return value;
}
