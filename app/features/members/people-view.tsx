import { Suspense, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Member } from '#domain/members/schema.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { transport } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { randomKey } from '#app/api/random-key.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { paths } from '#app/paths.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { memberLabels as labels } from './labels.ts';
import { memberCalls, type Place } from './member-calls.ts';

/** For admins. */
const GiveView = lazyPart(() => import('./give-view.tsx'));

type Props = {
  place: Place;
  members: readonly Member[];
  /** `admin`: of the firm, who invites once editing is locked. */
  role: 'owner' | 'member' | 'admin';
  /** Whose it is; for members. */
  owner: string;
  mayInvite: boolean;
  /** What an admin may hand over, to anybody. */
  given?: Proposal;
  /** Refetches what shows them. */
  onChange?: () => Promise<unknown>;
};

const nameOf = ({ first_name, last_name, email }: Member): string =>
  `${first_name ?? ''} ${last_name ?? ''}`.trim() || (email ?? labels.states.invited);

/** Who works on a draft or a proposal: invited, removed, and handed over to. */
export default function PeopleView(props: Props) {
  const { place, members, role, owner, mayInvite, given, onChange } = props;
  const cache = useQueryClient();
  const refresh = async () => {
    await onChange?.();
    await Promise.all(
      [queryKeys.proposals, queryKeys.drafts, queryKeys.reviews].map((key) =>
        cache.invalidateQueries({ queryKey: [key] }),
      ),
    );
  };
  if (members.length === 0 && !mayInvite && !given) return null;
  return (
    <details className="fold">
      <summary>
        <span>{`${labels.people}${members.length > 0 ? ` (${members.length + 1})` : ''}`}</span>
      </summary>
      <p>{role === 'owner' ? labels.peopleLead : labels.peopleForMembers(owner)}</p>
      <ul className="bare">
        {members.map((member) => (
          <li key={member.id}>
            <p>
              <b>{nameOf(member)}</b>
              <br />
              <span>{labels.states[member.state]}</span>
            </p>
            {role !== 'member' && (
              <div className="row">
                {role === 'owner' && member.state === 'accepted' && (
                  <HandOver place={place} member={member} onDone={refresh} />
                )}
                {given && member.state === 'accepted' && (
                  <Suspense>
                    <GiveView proposal={given} email={member.email} name={nameOf(member)} />
                  </Suspense>
                )}
                <Remove place={place} member={member} onDone={refresh} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {role === 'member' && <Leave place={place} />}
      <Suspense>
        {given && (
          <p>
            <GiveView proposal={given} />
          </p>
        )}
      </Suspense>
      {role !== 'member' && mayInvite && <Invite place={place} onDone={refresh} />}
    </details>
  );
}

type ActionProps = { place: Place; onDone: () => Promise<unknown> };

function Invite({ place, onDone }: ActionProps) {
  const { problem, isBusy, run } = useFormSubmit(labels.inviteFailed);
  const [round, setRound] = useState(0);
  const invite = (data: FormData) =>
    run(async () => {
      const email = String(data.get('email') ?? '');
      const options = { fallback: labels.inviteFailed, idempotencyKey: randomKey() };
      const member = await memberCalls(transport, place).invite(email, options);
      toast.success(labels.invited(member.email ?? email));
      setRound(round + 1);
      await onDone();
    });
  return (
    <Form key={round} problem={problem} onSubmit={(data) => void invite(data)}>
      <TextField label={labels.email} name="email" type="email" autoComplete="off" />
      <FormActions>
        <Button type="submit" variant="secondary" isBusy={isBusy} busyLabel={labels.inviting}>
          {labels.invite}
        </Button>
      </FormActions>
    </Form>
  );
}

type AskedProps = {
  label: string;
  title: string;
  text: string;
  isDestructive?: boolean;
  work: () => Promise<unknown>;
};

function Asked({ label, title, text, isDestructive = true, work }: AskedProps) {
  const [isOpen, setOpen] = useState(false);
  const { problem, isBusy, run } = useFormSubmit(labels.actionFailed);
  const confirm = () =>
    run(async () => {
      await work();
      setOpen(false);
    });
  return (
    <>
      <Button variant="quiet" isSmall onClick={() => setOpen(true)} aria-label={title}>
        {label}
      </Button>
      <ConfirmDialog
        {...{ title, isOpen, isBusy, isDestructive }}
        confirmLabel={label}
        onConfirm={() => void confirm()}
        onCancel={() => setOpen(false)}
      >
        <span>{text}</span>
        {problem && <span role="alert">{` ${problem.message}`}</span>}
      </ConfirmDialog>
    </>
  );
}

type MemberProps = ActionProps & { member: Member };

const Remove = ({ place, member, onDone }: MemberProps) => (
  <Asked
    label={labels.remove}
    title={labels.removeTitle(nameOf(member))}
    text={labels.removeText}
    work={async () => {
      await memberCalls(transport, place).remove(member.id, { fallback: labels.actionFailed });
      toast.success(labels.removed);
      await onDone();
    }}
  />
);

const HandOver = ({ place, member, onDone }: MemberProps) => (
  <Asked
    label={labels.handOver}
    title={labels.handOverTitle(nameOf(member))}
    text={labels.handOverText}
    isDestructive={false}
    work={async () => {
      const options = { fallback: labels.actionFailed };
      await memberCalls(transport, place).handOver({ member_id: member.id }, options);
      toast.success(labels.handedOver);
      await onDone();
    }}
  />
);

function Leave({ place }: { place: Place }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  return (
    <Asked
      label={labels.leave}
      title={labels.leaveTitle}
      text={labels.leaveText}
      work={async () => {
        await memberCalls(transport, place).remove('me', { fallback: labels.actionFailed });
        toast.success(labels.left);
        await navigate(paths.ownProposals);
        await cache.invalidateQueries();
      }}
    />
  );
}
