/** Formats a number of bytes: `512 KB`, `4,1 MB`. */
export function fileSize(bytes: number): string {
  const megabyte = 1024 * 1024;
  return bytes < megabyte
    ? `${Math.ceil(bytes / 1024)} KB`
    : `${(bytes / megabyte).toFixed(1).replace(".", ",").replace(",0", "")} MB`;
}
