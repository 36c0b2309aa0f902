/** The painter's stamp: the two n of "ngân nga" in one stroke. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect className="mark__seal" width="32" height="32" rx="8" />
      <path
        className="mark__line"
        d="M4 23c2.2 0 2.6-3 2.6-6.2 0-5 1.8-8.3 4.2-8.3s3.6 3.2 3.6 8.2V23c0-6 1.2-10.6 4-10.6 2.4 0 3 2.6 3 5.6 0 3 .6 4.6 2.6 4.6 1.6 0 2.6-1 4-2.6"
      />
    </svg>
  );
}
