/** True for a press of a link that opens it in this tab, and not beside it. */
export function opensHere({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
}: Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
