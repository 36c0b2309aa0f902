import { Suspense, useEffect, useReducer } from "react";
import { call } from "../../lib/api.ts";
import { takeAlong } from "../../lib/device-songs.ts";
import { lazyPart, nothing } from "../../lib/lazy-part.tsx";
import { readStored } from "../../lib/storage.ts";

const NotebookLink = lazyPart(async () => (await import("../notebook/notebook-link.tsx")).NotebookLink, nothing);

interface HeaderMarksProps {
  userId: number;
  onWaiting(isWaiting: boolean): void;
}

/**
 * Marks that the header shows a user late: the words that are due, for those who have used the notebook on this device, and whether something waits,
 * asked once. It also takes along what this device kept without an account.
 */
export function HeaderMarks({ userId, onWaiting }: HeaderMarksProps) {
  const [, look] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    addEventListener("notebook", look);
    return () => removeEventListener("notebook", look);
  }, []);
  useEffect(() => {
    const begin = () => void takeAlong();
    begin();
    window.addEventListener("online", begin);
    return () => window.removeEventListener("online", begin);
  }, []);
  useEffect(() => {
    call("GET /api/me/waiting", { as: "user" }).then(
      ({ data }) => onWaiting(data.items.length > 0),
      () => undefined,
    );
    return () => onWaiting(false);
  }, [onWaiting]);
  if (!([`notebook:${userId}`, `reviews:${userId}`, "words"] as const).some(readStored)) return null;
  return (
    <Suspense>
      <NotebookLink userId={userId} />
    </Suspense>
  );
}
