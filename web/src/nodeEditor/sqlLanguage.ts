import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language';
import { Decoration, type DecorationSet, type EditorView, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { isSqlKeyword } from '../runs/sqlTokens';

const colors = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--idle)' },
  { tag: [tags.number, tags.atom], color: 'var(--warning)' },
  { tag: tags.function(tags.variableName), color: 'var(--moving)' },
  { tag: tags.comment, color: 'var(--text-soft)' },
]);

// What a line may leave open: a comment or a text that ends on a later line.
interface Open {
  kind: 'comment' | 'string' | null;
  end: string;
}

const openings: [start: string, open: Open][] = [
  ['/*', { kind: 'comment', end: '*/' }],
  ['{#', { kind: 'comment', end: '#}' }],
  ["'", { kind: 'string', end: "'" }],
  ['"', { kind: null, end: '"' }],
];

const closed: Open = { kind: null, end: '' };

// The colors need no syntax tree: a grammar of SQL would be a fourth of the editor's size, and would not know Jinja.
const language = StreamLanguage.define<Open>({
  startState: () => ({ ...closed }),
  token(stream, state) {
    if (state.end) return toEnd(stream, state);
    if (stream.match(/^--.*/)) return 'comment';
    const opening = openings.find(([start]) => stream.match(start));
    if (opening) return toEnd(stream, Object.assign(state, opening[1]));
    if (stream.match(/^\d+(?:\.\d+)?/)) return 'number';
    const word = stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null;
    if (!word) {
      stream.next();
      return null;
    }
    if (/^(?:null|true|false)$/i.test(word[0])) return 'atom';
    if (isSqlKeyword(word[0])) return 'keyword';
    return stream.peek() === '(' ? 'variableName.function' : null;
  },
  languageData: { commentTokens: { line: '--', block: { open: '/*', close: '*/' } } },
});

// toEnd reads to the end of a comment or a text, or to the end of the line.
function toEnd(stream: StringStream, state: Open): string | null {
  const { kind, end } = state;
  if (stream.skipTo(end)) {
    stream.match(end);
    Object.assign(state, closed);
  } else stream.skipToEnd();
  return kind;
}

// Annotations such as @notNull, and Jinja. They are marked over the colors of SQL.
const extras = new MatchDecorator({
  regexp: /@[A-Za-z_]\w*|\{\{|\}\}|\{%.*?%\}|\{#.*?#\}|\b(?:ref|ref_no_link|ref_link)(?=\()/g,
  decoration: ([text]) => Decoration.mark({ class: classOf(text) }),
});

function classOf(text: string): string {
  if (text.startsWith('@')) return 'cm-annotation';
  return text.startsWith('{') || text.startsWith('}') ? 'cm-jinja' : 'cm-macro';
}

const marks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = extras.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = extras.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

// sqlLanguage colors the text of a SQL node.
export const sqlLanguage = () => [language, syntaxHighlighting(colors), marks];
