/** Judges for journeys: what is set up behind the scenes. */
import { newName, type Backstage } from '../backstage.ts';
import type { Mailbox } from '../mailbox.ts';

export const JUDGE_PASSWORD = 'Trombone-7-Hats';

type Invited = { id: string; email: string };

/** Somebody who has been invited and has not answered. */
export async function inviteJudge(backstage: Backstage, more: object = {}): Promise<Invited> {
  const { token } = await backstage.admin();
  const email = `${newName('efua').replace(' ', '.')}@example.com`;
  const json = { email, first_name: 'Efua', last_name: 'Sarpong', region: 'Oti', ...more };
  const { id } = await backstage.call<{ id: string }>('POST', '/judges/', { token, json });
  return { id, email };
}

/** The path of the link in the newest invitation to the address. */
export async function readInvitation(mailbox: Mailbox, email: string): Promise<string> {
  const { text } = await mailbox.waitFor(email, /judge-invitation/);
  return /\/judge-invitation\/[\w-]{43}/.exec(text ?? '')![0];
}
