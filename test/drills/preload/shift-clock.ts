// Preload of a server in a drill: its wall clock is set, as an operator or a bad time server sets it. Timers run on as they
// do then; PostgreSQL keeps the machine's time.
import { onDrillCommand } from './command.ts';

const RealDate = Date;
let offsetMs = Number(process.env.DRILL_CLOCK_OFFSET_MS ?? 0);

onDrillCommand((command) => {
  if (command.drill === 'clock') offsetMs = command.offsetMs;
});

const now = () => RealDate.now() + offsetMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
  apply: () => new RealDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
