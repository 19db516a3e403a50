import { useState } from 'react';

/** A live value, as it was before it was held: what one's own command moves must not count against that command. */
export function useHeld<Value>(value: Value, held: boolean): Value {
  const [last, setLast] = useState(value);
  if (held) return last;
  if (last !== value) setLast(value);
  return value;
}
