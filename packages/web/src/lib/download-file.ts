/** Lets the browser download an address, under the name that the server gives it if none is told. */
export function downloadFile(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}
