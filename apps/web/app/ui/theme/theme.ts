import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const FONT = 'var(--font)';

// The palette has one primary per scheme: shade 7 is the light one, shade 4 the dark one; the rest are steps between.
const petrol: MantineColorsTuple = [
  '#e6f0f2',
  '#cde2e6',
  '#a6d3db',
  '#7bd0dd',
  '#5cc3d3',
  '#2f93a5',
  '#17748a',
  '#0b5e6f',
  '#094d5b',
  '#073c47',
];

/** Every variant takes its colours from the tokens, so a component is right in both schemes without a prop. */
const variantColors: VariantColorsResolver = (input) => {
  if (input.variant === 'filled') {
    return {
      background: 'var(--primary)',
      hover: 'var(--primary-hover)',
      color: 'var(--on-primary)',
      border: '1px solid transparent',
    };
  }
  if (input.variant === 'default') {
    return {
      background: 'var(--surface)',
      hover: 'var(--bg)',
      color: 'var(--text)',
      border: '1px solid var(--control)',
    };
  }
  if (input.variant === 'subtle') {
    return {
      background: 'transparent',
      hover: 'var(--primary-soft)',
      color: 'var(--primary)',
      border: '1px solid transparent',
    };
  }
  if (input.variant === 'light') {
    return {
      background: 'var(--primary-soft)',
      hover: 'var(--primary-soft)',
      color: 'var(--primary)',
      border: '1px solid transparent',
    };
  }
  return defaultVariantColorsResolver(input);
};

// It would be hidden by a style element, which the content security policy forbids. What lies behind a dialog stands still as well.
const NO_STYLE = { removeScrollBar: false };
const CLOSE = { 'aria-label': 'Schließen' };
// Mantine heads a dialog with <header>; as a landmark it would be a second banner of the page.
const PLAIN_HEADER = { header: { role: 'none' } };

export const theme = createTheme({
  fontFamily: FONT,
  fontFamilyMonospace: FONT,
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 4 },
  colors: { petrol },
  variantColorResolver: variantColors,
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '16px' },
  fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '20px', xl: '24px' },
  lineHeights: { xs: '1.34', sm: '1.43', md: '1.5', lg: '1.5', xl: '1.34' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  shadows: { xs: 'none', sm: 'none', md: 'none', lg: 'none', xl: 'none' },
  headings: { fontFamily: FONT, fontWeight: '650' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  activeClassName: '',
  // German labels stand here once; no page repeats them.
  components: {
    CloseButton: { defaultProps: CLOSE },
    Modal: {
      defaultProps: {
        closeButtonProps: CLOSE,
        attributes: PLAIN_HEADER,
        removeScrollProps: NO_STYLE,
        transitionProps: { transition: 'fade', duration: 150 },
        overlayProps: { backgroundOpacity: 0.44, color: '#0f161c' },
        centered: true,
      },
    },
    Drawer: {
      defaultProps: {
        closeButtonProps: CLOSE,
        attributes: PLAIN_HEADER,
        removeScrollProps: NO_STYLE,
        transitionProps: { duration: 160 },
        overlayProps: { backgroundOpacity: 0.44, color: '#0f161c' },
        position: 'right',
      },
    },
    Spotlight: { defaultProps: { removeScrollProps: NO_STYLE } },
    Notification: { defaultProps: { closeButtonProps: CLOSE } },
    Tooltip: { defaultProps: { withArrow: false, openDelay: 250, transitionProps: { duration: 120 } } },
    Menu: { defaultProps: { position: 'bottom-end', offset: 4, transitionProps: { duration: 120 } } },
    Popover: { defaultProps: { transitionProps: { duration: 120 } } },
  },
});

/** Points Mantine's own variables at the tokens. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--bg)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-bright': 'var(--text)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'var(--muted)',
    '--mantine-color-anchor': 'var(--primary)',
    '--mantine-color-error': 'var(--down)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--bg)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--border)',
    '--mantine-color-disabled': 'var(--bg)',
    '--mantine-color-disabled-color': 'var(--muted)',
    '--mantine-color-disabled-border': 'var(--border)',
    '--mantine-primary-color-filled': 'var(--primary)',
    '--mantine-primary-color-filled-hover': 'var(--primary-hover)',
    '--mantine-primary-color-light': 'var(--primary-soft)',
    '--mantine-primary-color-light-hover': 'var(--primary-soft)',
    '--mantine-primary-color-light-color': 'var(--primary)',
    '--mantine-primary-color-contrast': 'var(--on-primary)',
  },
  light: {},
  // Steps from text to ground, for what Mantine has no variable of its own: the item under the pointer, lines, labels.
  dark: {
    '--mantine-color-dark-0': 'var(--text)',
    '--mantine-color-dark-1': 'var(--text)',
    '--mantine-color-dark-2': 'var(--muted)',
    '--mantine-color-dark-3': 'var(--control)',
    '--mantine-color-dark-4': 'var(--border)',
    '--mantine-color-dark-5': 'var(--border)',
    '--mantine-color-dark-6': 'var(--surface)',
    '--mantine-color-dark-7': 'var(--surface)',
    '--mantine-color-dark-8': 'var(--bg)',
    '--mantine-color-dark-9': 'var(--bg)',
  },
});
