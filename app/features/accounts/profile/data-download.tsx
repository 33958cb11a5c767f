import { DATA_RULES } from '#domain/accounts/session-messages.ts';
import { api } from '#app/api/browser.ts';
import { useDownload } from '#app/api/use-download.ts';
import { Button } from '#app/ui/button.tsx';
import { DownloadReady } from '#app/ui/download-ready.tsx';
import css from './own-account-screen.module.css';
import { ownAccountLabels as labels } from './labels.ts';

/** Downloads everything that is stored about the person, as one file. */
export function DataDownload() {
  const { isBusy, url, problem, start } = useDownload(
    () => api.linkToOwnData({ fallback: DATA_RULES.failed }),
    DATA_RULES.failed,
  );
  return (
    <section className={css.section} aria-labelledby="own-data">
      <h2 id="own-data">{labels.dataTitle}</h2>
      <p>{labels.dataLead}</p>
      {problem && (
        <p className={css.refusal} role="alert">
          {problem}
        </p>
      )}
      <Button variant="secondary" isBusy={isBusy} onClick={() => void start()}>
        {labels.download}
      </Button>
      {url && <DownloadReady url={url} />}
    </section>
  );
}
