import { type ComponentProps, useEffect } from 'react';
import { isTyping } from '../../lib/page/device.ts';
import { later } from '../../lib/page/later.ts';
import { LazyOverlay } from '../../ui/overlay/overlay.tsx';
import type { AskedTool, FrameTools } from './frame-tools.tsx';

/** Called early by who will not wait for it. */
export const loadTools = later(() => import('./frame-tools.tsx'));

interface ToolsProps extends ComponentProps<typeof FrameTools> {
  onAsk: (asked: AskedTool | undefined) => void;
}

/** What keys open, loaded when somebody asks for the first of them. */
export function Tools({ onAsk, ...tools }: ToolsProps) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const tool = toolOf(event);
      if (tool === undefined) return;
      event.preventDefault();
      onAsk({ tool });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onAsk]);
  return (
    <LazyOverlay load={loadTools} opened={tools.asked !== undefined} onClose={() => onAsk(undefined)}>
      {(part) => <part.FrameTools {...tools} />}
    </LazyOverlay>
  );
}

/** Ctrl/Cmd+K from anywhere, also from within a field; `?` not while somebody types, but beside an open chat. */
function toolOf(event: KeyboardEvent): AskedTool['tool'] | undefined {
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.altKey) return undefined;
  if (isCommand && !event.shiftKey && event.key.toLowerCase() === 'k') return 'palette';
  if (!isCommand && event.key === '?' && !isTyping(event.target)) return 'keys';
  return undefined;
}
