/** A file as it is called in the folder it is in; elsewhere its whole path. */
export function nearbyPath(file: string, root: string | undefined): string {
  return root && file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
}
