import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Closes what is open over a page when another page is opened. */
export function useCloseOnNavigation(onClose: () => void): void {
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    if (key !== openedAt.current) onClose();
  }, [key, onClose]);
}
