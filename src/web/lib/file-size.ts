const units = ["KB", "MB", "GB", "TB"];

/** Formats a number of bytes, with a decimal below a hundred: `512 KB`, `4,1 MB`, `204 MB`, `80 GB`. */
export function fileSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  const place = units.findIndex((_, at) => kilobytes < 1024 ** (at + 1));
  if (place === 0) return `${Math.ceil(kilobytes)} KB`;
  const used = place === -1 ? units.length - 1 : place;
  const amount = kilobytes / 1024 ** used;
  const text = amount.toFixed(amount < 100 ? 1 : 0);
  return `${text.replace(".", ",").replace(",0", "")} ${units[used]}`;
}
