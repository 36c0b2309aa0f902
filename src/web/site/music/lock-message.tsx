/**
 * How to open a premium song. CSS shows the guest's or the user's text by `data-session` (`before-paint.ts`), so that it does not change
 * after the first paint.
 */
export function LockMessage() {
  return (
    <>
      <span className="for-guests">Đăng nhập và nâng cấp Premium để nghe và xem lời.</span>
      <span className="for-users">Nâng cấp Premium để nghe và xem lời.</span>
    </>
  );
}
