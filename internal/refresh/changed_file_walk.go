package refresh

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// fileWalk reads a statement and tracks where a relation may follow.
type fileWalk struct {
	fileSearch

	text      string
	tokens    []sqltext.Token // without white space and comments
	at        int
	clauses   []clause // one per open bracket, outermost first
	isAwaited bool     // a relation may come next
}

// clause is the state inside one pair of brackets.
type clause struct {
	isList       bool // of relations: another one follows a comma
	isExpression bool // FROM divides the arguments of a function, such as those of extract
}

// step reads the next token. It returns true if a file is read there.
func (w *fileWalk) step() bool {
	word := w.word(w.at)
	switch w.tokens[w.at].Kind {
	case sqltext.Word, sqltext.QuotedIdentifier:
		switch {
		case w.isCall(w.at) && readsOutside(bare(word)), w.isForeign(word):
			return true
		case w.takeKeyword(word):
		case w.isAwaited:
			return w.takeRelation()
		}
	case sqltext.String, sqltext.DollarString:
		if w.isAwaited && w.byName {
			return true
		}
		w.isAwaited = false
	case sqltext.Operator:
		w.takeOperator(word)
	default:
		w.isAwaited = false
	}
	w.at++
	return false
}

// word returns the text of a token, in lower case if it is not quoted, or "" beyond the ends.
func (w *fileWalk) word(at int) string {
	if at < 0 || at >= len(w.tokens) {
		return ""
	}
	token := w.tokens[at]
	if token.Kind == sqltext.Word {
		return strings.ToLower(w.text[token.Start:token.End])
	}
	return w.text[token.Start:token.End]
}

func (w *fileWalk) isCall(at int) bool { return w.word(at+1) == "(" }

// isForeign reports whether a statement begins here that loads data or runs code that is not in the statement.
func (w *fileWalk) isForeign(word string) bool {
	return (w.at == 0 || w.word(w.at-1) == ";") &&
		slices.Contains([]string{"attach", "call", "copy", "do", "execute", "import", "load"}, word)
}

// takeKeyword handles the keywords before a relation and those that end a list of relations. It returns false for other words.
func (w *fileWalk) takeKeyword(word string) bool {
	before, after := w.word(w.at-1), w.word(w.at+1)
	if before == "." || after == "." {
		return false // a part of a name
	}
	inside := &w.clauses[len(w.clauses)-1]
	switch word {
	case "from":
		isDivider := inside.isExpression || before == "distinct" && slices.Contains([]string{"is", "not"}, w.word(w.at-2))
		inside.isList, w.isAwaited = inside.isList || !isDivider, !isDivider
	case "join", "using", "desc", "describe", "show", "summarize", "pivot", "pivot_wider", "pivot_longer", "unpivot":
		w.isAwaited = true
	case "table":
		w.isAwaited = !w.isDefining()
	case "lateral", "only": // the relation follows
	case "select", "where", "group", "having", "order", "limit", "qualify", "window", "returning", "union", "except", "intersect":
		inside.isList, w.isAwaited = false, false
	default:
		return false
	}
	return true
}

// isDefining reports whether the word TABLE is part of a DDL statement and not of a query.
func (w *fileWalk) isDefining() bool {
	before, earlier := w.word(w.at-1), w.word(w.at-2)
	switch before {
	case "alter", "create", "drop", "truncate":
		return earlier == "" || earlier == ";"
	case "replace", "temp", "temporary", "unlogged":
		return slices.Contains([]string{"create", "or", "replace", "local", "global"}, earlier)
	case "on":
		return earlier == "comment"
	default:
		return false
	}
}

func (w *fileWalk) takeOperator(operator string) {
	last := len(w.clauses) - 1
	switch operator {
	case "(", "[", "{":
		divides := []string{"extract", "overlay", "position", "substring", "trim"}
		w.clauses = append(w.clauses, clause{isExpression: slices.Contains(divides, w.word(w.at-1))})
		w.isAwaited = w.isAwaited && operator == "(" // a join in parentheses, or a query
	case ")", "]", "}":
		w.clauses = w.clauses[:max(last, 1)]
		w.isAwaited = false
	case ",":
		w.isAwaited = w.clauses[last].isList
	case ";":
		w.clauses = make([]clause, 1)
		w.isAwaited = false
	case ":": // between an alias and its relation
	default:
		w.isAwaited = false
	}
}

// takeRelation reads the name of a relation. It returns true if it may be a file, or a call of a function that may read one.
func (w *fileWalk) takeRelation() bool {
	parts, start := []string{bare(w.word(w.at))}, w.tokens[w.at].Start
	for w.word(w.at+1) == "." && w.at+2 < len(w.tokens) {
		w.at += 2
		parts = append(parts, bare(w.word(w.at)))
	}
	written, isCall := w.text[start:w.tokens[w.at].End], w.isCall(w.at)
	w.at++
	w.isAwaited = w.word(w.at) == ":"
	if isCall {
		return !readsOnlyArguments(parts[len(parts)-1])
	}
	return w.byName && !w.tables[written] && looksLikeFile(parts)
}
