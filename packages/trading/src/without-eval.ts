import { config } from 'zod';

// Compiled parsers need `eval`, which the content security policy of our pages forbids and reports. Said before any shape is made.
config({ jitless: true });
