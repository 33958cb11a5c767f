import { startAuthentication } from '@simplewebauthn/browser';
import { ApiError } from '#app/api/api-error.ts';
import { sessionLabels as labels } from './labels.ts';
import { askForPasskey, renew } from './renew.ts';

/** Lets the browser sign for this session. Why it did not, browsers do not say. */
export async function renewByPasskey(): Promise<void> {
  const optionsJSON = await askForPasskey();
  const passkey = await startAuthentication({ optionsJSON }).catch(() => {
    throw new ApiError(0, 'passkey', labels.passkeyCancelled);
  });
  await renew({ passkey });
}
