import { markStroke } from "#art/mark.ts";

export function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect className="mark__seal" width="32" height="32" rx="8" />
      <path className="mark__line" d={markStroke} />
    </svg>
  );
}
