/** Makes the browser save the file of a URL, under the name that its response gives; one of another site opens in a tab of its own. */
export function saveUrl(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  if (link.origin === window.location.origin) link.download = "";
  else Object.assign(link, { target: "_blank", rel: "noopener" });
  link.click();
}

/** Saves a file to the browser's downloads. */
export function saveFile(content: Blob, fileName = "tai-xuong"): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // Browsers read the content after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Lets the browser download a URL; the page stays, and the server names the file. */
export function downloadFrom(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}
