import { type Completion, type CompletionContext, type CompletionResult, autocompletion } from '@codemirror/autocomplete';
import type { NodeColumn, NodeSummary } from '../api/nodes';
import { sqlKeywords } from '../runs/sqlTokens';
import { type Relation, type Wanted, relationsOf, wantedAt } from './completion';

// Words is what the project offers for completion. It is read when it is needed.
export interface Words {
  nodes: () => Promise<NodeSummary[]>;
  // columns returns the columns of a node; none if there is no such node.
  columns: (relation: Relation) => Promise<NodeColumn[]>;
  macros: () => Promise<string[]>;
  annotations: () => string[];
}

// sqlCompletion offers nodes in refs, columns after the name of a relation, macros in Jinja, annotations after @, and
// otherwise columns and keywords.
export const sqlCompletion = (words: { current: Words }) =>
  autocompletion({ icons: false, override: [(context) => complete(context, words.current)] });

const jinja: Completion[] = ['ref', 'ref_link', 'ref_no_link'].map((label) => ({ label, type: 'function', apply: `${label}('` }));

async function complete(context: CompletionContext, words: Words): Promise<CompletionResult | null> {
  const text = context.state.doc.toString();
  const wanted = wantedAt(text.slice(0, context.pos));
  if (!wanted || (isEmptyWord(wanted, context.pos) && !context.explicit)) return null;
  const options = await optionsOf(wanted, text, words).catch((): Completion[] => []);
  return options.length > 0 ? { from: wanted.from, options, validFor: /^[\w.]*$/ } : null;
}

// Nothing is offered at every space.
const isEmptyWord = ({ kind, from }: Wanted, at: number) => kind === 'word' && from === at;

async function optionsOf(wanted: Wanted, text: string, words: Words): Promise<Completion[]> {
  switch (wanted.kind) {
    case 'location':
      return (await words.nodes()).map(({ locationName, name, nodeType }) => ({
        label: `${locationName}.${name}`,
        detail: nodeType,
        apply: `${locationName}', '${name}`,
      }));
    case 'node': {
      const nodes = (await words.nodes()).filter(({ locationName }) => locationName === wanted.location);
      return nodes.map(({ name, nodeType }) => ({ label: name, detail: nodeType }));
    }
    case 'column': {
      const relation = relationsOf(text).find(({ alias }) => alias.toLowerCase() === wanted.relation.toLowerCase());
      return relation ? columnOptions(await words.columns(relation)) : [];
    }
    case 'macro':
      return [...jinja, ...(await words.macros()).map((label) => ({ label, type: 'function', apply: `${label}(` }))];
    case 'annotation':
      return words.annotations().map((label) => ({ label }));
    case 'word':
      return wordOptions(text, words);
  }
}

// A column needs the name of its relation where there are several.
async function wordOptions(text: string, words: Words): Promise<Completion[]> {
  const relations = relationsOf(text);
  const columns = await Promise.all(
    relations.map(async (relation) => columnOptions(await words.columns(relation), relations.length > 1 ? `${relation.alias}.` : '')),
  );
  return [...columns.flat(), ...sqlKeywords().map((label) => ({ label, type: 'keyword', boost: -10 }))];
}

const columnOptions = (columns: NodeColumn[], before = ''): Completion[] =>
  columns.map(({ name, dataType }) => ({ label: name, detail: dataType, apply: before + written(name), boost: 1 }));

// Lower-case names need no quotes on any engine that folds names.
const written = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);
