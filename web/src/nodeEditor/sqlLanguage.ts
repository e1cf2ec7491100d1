import { StandardSQL, sql } from '@codemirror/lang-sql';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Decoration, type DecorationSet, type EditorView, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--idle)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning)' },
  { tag: [tags.standard(tags.name), tags.typeName], color: 'var(--moving)' },
  { tag: tags.comment, color: 'var(--text-soft)' },
]);

// Annotations such as @notNull, and Jinja. The grammar of SQL knows neither.
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
export const sqlLanguage = () => [sql({ dialect: StandardSQL, upperCaseKeywords: true }), syntaxHighlighting(colors), marks];
