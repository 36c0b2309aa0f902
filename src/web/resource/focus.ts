/** Puts the focus on the screen itself, where what held it is gone: a row that was deleted. */
export function focusMain(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}
