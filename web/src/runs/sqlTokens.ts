export interface SqlToken {
  kind?: 'keyword' | 'text' | 'comment';
  text: string;
}

const keywords = new Set(
  `all alter and as asc begin between by case cast commit constraint create cross date delete desc distinct drop else end except exists
  from full group having if in inner insert into interval is join left like limit merge not null nulls on or order outer over partition
  primary qualify replace returning right rollback row select set table then timestamp truncate union unique update using values view when
  where with`.split(/\s+/),
);

export const isSqlKeyword = (word: string): boolean => keywords.has(word.toLowerCase());

// The keywords in upper case, in order.
export const sqlKeywords = (): string[] => [...keywords].map((word) => word.toUpperCase()).toSorted();

// A comment, a text, a name in quotes, a word or anything else.
const pattern = /--.*|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|[A-Za-z_][A-Za-z_0-9]*|[^A-Za-z_'"-]+|./g;

// sqlTokens splits a line of SQL into parts that get a color.
export function sqlTokens(line: string): SqlToken[] {
  return (line.match(pattern) ?? []).map((text) => {
    if (text.startsWith('--')) return { kind: 'comment', text };
    if (text.startsWith("'")) return { kind: 'text', text };
    return isSqlKeyword(text) ? { kind: 'keyword', text } : { text };
  });
}
