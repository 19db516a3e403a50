import type { Icon as TablerIcon } from '@tabler/icons-react';

export type IconShape = TablerIcon;

interface IconProps {
  as: IconShape;
  size?: number;
  stroke?: number;
  className?: string | undefined;
}

/** One stroke and no voice: an icon always stands beside its word or inside a labelled control. */
export function Icon({ as: Shape, size = 20, stroke = 1.6, className }: IconProps) {
  return <Shape size={size} stroke={stroke} aria-hidden focusable={false} className={className} />;
}
