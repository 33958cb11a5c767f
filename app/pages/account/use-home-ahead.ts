import { useEffect, useState } from 'react';

type Connection = { saveData?: boolean };

/**
 * Fetches the homes of the dashboard while somebody waits for a code. True where the frame around
 * them is to be fetched too; never with Save-Data.
 */
export function useHomeAhead(): boolean {
  const [isFetched, setFetched] = useState(false);
  useEffect(() => {
    const { connection } = navigator as Navigator & { connection?: Connection };
    if (connection?.saveData) return;
    const fetchHomes = async () => {
      setFetched(true);
      // Which of the two it will be is known after the code. One that does not come is asked again.
      await Promise.allSettled([
        import('#app/pages/admin/home/admin-home.tsx'),
        import('#app/pages/applicant/home/applicant-home.tsx'),
      ]);
    };
    void fetchHomes();
  }, []);
  return isFetched;
}
