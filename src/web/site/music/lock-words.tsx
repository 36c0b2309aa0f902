/**
 * What opens a premium song: whoever is logged in is not asked to log in. The page's mark of a stored token says which is seen
 * (`before-paint.ts`), so that the words stand before the first paint and nothing moves.
 */
export function LockWords() {
  return (
    <>
      <span className="for-guests">Đăng nhập và nâng cấp Premium để nghe và xem lời.</span>
      <span className="for-users">Nâng cấp Premium để nghe và xem lời.</span>
    </>
  );
}
