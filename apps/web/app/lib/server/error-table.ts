// What the contract says of errors, for when there is one: with its shapes it weighs more than what asks the server.
export { ERRORS, isKept } from '@botdepot/contract/errors';
export { germanMessage } from '@botdepot/contract/errors.de';
