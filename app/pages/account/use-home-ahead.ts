import { useEffect, useState } from 'react';

type Connection = { saveData?: boolean };

/**
 * Prefetches the dashboard's home screens while somebody waits for a code. Returns true if their
 * layout should be prefetched too; never with Save-Data.
 */
export function useHomeAhead(): boolean {
  const [isFetched, setFetched] = useState(false);
  useEffect(() => {
    const { connection } = navigator as Navigator & { connection?: Connection };
    if (connection?.saveData) return;
    const fetchHomes = async () => {
      setFetched(true);
      // Which of the two is needed is known only after the code. A failed one is fetched again
      // later.
      await Promise.allSettled([
        import('#app/pages/admin/home/admin-home.tsx'),
        import('#app/pages/applicant/home/applicant-home.tsx'),
      ]);
    };
    void fetchHomes();
  }, []);
  return isFetched;
}
