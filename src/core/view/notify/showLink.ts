/** What a link asks a window to show. */
export interface ShowLink {
  /** A row of the tree. */
  readonly row: string;
  /** Only a link to one certain window says so: that one asks no other. */
  readonly isHere: boolean;
}

/** The parts of an address that a link is made of. */
export interface LinkParts {
  readonly path: string;
  readonly query: string;
}

const row = /^[\w:./@-]{1,200}$/u;
/** VS Code puts the window it is for behind the rest. */
const form = /^row=([^&=]+)(?:&windowId=\w+)?$/u;

/** The path and query of the link to a row; nothing where no link can name it. */
export function showLink({ row: id, isHere }: ShowLink): LinkParts | undefined {
  return row.test(id) ? { path: isHere ? '/here' : '/show', query: `row=${id}` } : undefined;
}

/** Reads a link, which anybody may have written: one of our two paths with one row. It only says what to look at. */
export function parseShowLink({ path, query }: LinkParts): ShowLink | undefined {
  // Some systems encode a link a second time.
  const [, id = ''] =
    form.exec(query.replace(/%3A/giu, ':').replace(/%2F/giu, '/').replace(/%40/gu, '@')) ?? [];
  return (path === '/show' || path === '/here') && row.test(id)
    ? { row: id, isHere: path === '/here' }
    : undefined;
}
