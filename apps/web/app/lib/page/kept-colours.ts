/** Where this browser keeps the colours of who was last signed in, so that the first paint is right. */
export const KEPT_COLOURS = 'botdepot-colours';

/** Where the browser keeps the colour scheme: `light`, `dark`, or none of them for that of the device. Mantine reads it there as well. */
export const KEPT_COLOUR_SCHEME = 'mantine-color-scheme-value';
