import { PROFILE } from '#domain/accounts/profile-messages.ts';
import {
  changedProfile,
  profile,
  updateProfileInput,
  verifyEmailInput,
} from '#domain/accounts/schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, single } from '../http/endpoint.ts';
import * as profiles from './profile-service.ts';

export const get = endpoint(
  { summary: 'Get your profile', answer: profile, tagged: true },
  async (context: UserContext) => {
    const { item, version } = await profiles.getProfile(context);
    return single(item, version);
  },
);

export const update = endpoint(
  {
    summary: 'Update your profile',
    prepare: profiles.readChanges,
    body: updateProfileInput,
    refusal: PROFILE.updateFailed,
    answer: changedProfile,
    versioned: true,
  },
  async (context: UserContext, { body }) => {
    const { item, version } = await profiles.updateProfile(context, body);
    return single(item, version);
  },
);

export const verifyEmail = endpoint(
  {
    summary: 'Confirm a new email address with its code',
    body: verifyEmailInput,
    answer: profile,
  },
  async (context: UserContext, { body }) => {
    const { item, version } = await profiles.verifyEmail(context, body.otp);
    return single(item, version);
  },
);
