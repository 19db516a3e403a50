/**
 * What every command is: arguments and an environment in, the exit code out. It prints what there is to say and throws nothing.
 * Each file runs its own when it is what was started, and does nothing when it is imported.
 */
export type Command = (args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<number>;
