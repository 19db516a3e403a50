/** Where this browser keeps the colours of who was last signed in, so that the first paint is right. */
export const KEPT_COLOURS = 'botdepot-colours';
