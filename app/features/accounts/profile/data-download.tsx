import { useState } from 'react';
import { DATA_RULES } from '#domain/accounts/session-messages.ts';
import { DATA_FILE } from '#domain/constants.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { ApiError } from '#app/api/api-error.ts';
import { api } from '#app/api/browser.ts';
import { Button } from '#app/ui/button.tsx';
import { saveFile } from '#app/ui/save-file.ts';
import { toast } from '#app/ui/toast.tsx';
import css from './own-account-screen.module.css';
import { ownAccountLabels as labels } from './own-account-labels.ts';

/** Milliseconds for all documents of a person over a slow connection. */
const TIMEOUT_MS = HOUR_MS;

/** Downloads everything that is stored about the person, as one file. */
export function DataDownload() {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const download = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      saveFile(await api.downloadOwnData({ signal, fallback: DATA_RULES.failed }), DATA_FILE);
      toast.success(DATA_RULES.done);
    } catch (error) {
      const message = error instanceof ApiError ? error.message : DATA_RULES.failed;
      setRefusal(message);
      toast.error(message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={css.section} aria-labelledby="own-data">
      <h2 id="own-data">{labels.dataTitle}</h2>
      <p>{labels.dataLead}</p>
      {refusal && (
        <p className={css.refusal} role="alert">
          {refusal}
        </p>
      )}
      <Button variant="secondary" isBusy={isBusy} onClick={() => void download()}>
        {labels.download}
      </Button>
    </section>
  );
}
