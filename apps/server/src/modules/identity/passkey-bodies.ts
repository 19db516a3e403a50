import { z } from 'zod';

/** What a device answers, see PublicKeyCredential.toJSON(). The library checks what the parts say. */
const encoded = z
  .string()
  .min(1)
  .max(8_000)
  .regex(/^[\w-]+$/);
const credential = {
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).optional(),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
};
export const passkeyRegistered = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: encoded,
    attestationObject: encoded,
    authenticatorData: encoded.optional(),
    publicKey: encoded.optional(),
    publicKeyAlgorithm: z.number().int().optional(),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
});
export const passkeyUsed = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.nullish(),
  }),
});
export const passkeyName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^\P{Cc}*$/u, 'no control characters');
