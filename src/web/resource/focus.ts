/** Focuses the main element, after the focused element is removed (a deleted row). */
export function focusMain(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}
