import { useState } from 'react';
import ExtensionForm from '#app/features/extensions/extension-form.tsx';
import { extensionLabels } from '#app/features/extensions/labels.ts';
import { useProgramChoices } from '#app/features/programs/use-program-choices.ts';
import { SelectField } from '#app/ui/text-field.tsx';

/** More time for this person, once a program is chosen. */
export default function UserExtensions({ email }: { email: string }) {
  const [programId, setProgramId] = useState('');
  return (
    <>
      <SelectField
        label={extensionLabels.extendFor}
        name="extended-program"
        options={useProgramChoices()}
        placeholder={extensionLabels.chooseProgram}
        value={programId}
        onChange={(event) => setProgramId(event.target.value)}
      />
      {programId && <ExtensionForm key={programId} programId={programId} email={email} />}
    </>
  );
}
