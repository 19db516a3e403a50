/** A mistake in the call or in a file: explained to a person in German, exit code 2. */
export class Refusal extends Error {}
