/** A grey bar as wide and as high as the amount that will stand there, so that no row changes its height. */
export function WaitingFigure() {
  return (
    <span className="rounded-[4px] bg-border text-transparent opacity-70 select-none" aria-hidden>
      1.000,00
    </span>
  );
}
