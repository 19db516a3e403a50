/** The path of its strokes on a field of 24 by 24. */
export type IconShape = string;

interface IconProps {
  as: IconShape;
  size?: number;
  stroke?: number;
  className?: string | undefined;
}

/** One stroke and no voice: an icon always stands beside its word or inside a labelled control. */
export function Icon({ as: path, size = 20, stroke = 1.6, className }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable={false}
      className={className}
    >
      <path d={path} />
    </svg>
  );
}
