package difference

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/sqltext"
)

// written is what a template says by itself of what could be given again. The project says how it should be now.
type written struct {
	name        string // of the object, in its canonical form
	hasComments bool
	policies    []string
	options     []string // in capitals
}

// has reports whether the template says something itself.
func (t *written) has(a *engine.RelationProperty) bool {
	switch a.Sort {
	case engine.Comment:
		return t.hasComments
	case engine.Policy:
		return slices.Contains(t.policies, a.Name)
	case engine.Option:
		return slices.Contains(t.options, strings.ToUpper(a.Name))
	default:
		return false
	}
}

// readWritten reads what the create template of the node says by itself of its object.
func (w *nodePlan) readWritten() *written {
	found := &written{name: sqltext.Canonical(w.name())}
	for i := range w.node.Create.Stages {
		for _, statement := range statementsOf(&w.node.Create.Stages[i]) {
			found.read(statement)
		}
	}
	return found
}

func (t *written) read(statement string) {
	r := newTableReader(statement)
	switch r.word() {
	case "COMMENT":
		t.hasComments = true
	case "CREATE":
		if r.wordAt(1) == "POLICY" {
			t.readPolicy(r)
		} else if _, ok := r.readKind(); ok && t.isNext(r) {
			t.readOptions(r)
		}
	case "ALTER":
		if r.at++; (r.take("TABLE") || r.take("VIEW")) && t.isNext(r) {
			t.readOptions(r)
		}
	}
}

// isNext reads a name and reports whether it is that of the object.
func (t *written) isNext(r *ddlReader) bool {
	for _, word := range []string{"IF", "EXISTS", "ONLY"} {
		r.take(word)
	}
	return sqltext.Canonical(r.readName()) == t.name
}

// readPolicy reads the name of a policy of the object.
func (t *written) readPolicy(r *ddlReader) {
	r.at = 2
	if r.at >= len(r.tokens) || !r.isName() {
		return
	}
	policy := r.plainNameAt(r.at)
	if r.at++; r.take("ON") && t.isNext(r) {
		t.policies = append(t.policies, policy)
	}
}

// readOptions finds lists such as WITH (a = 1, b) and SET (a = 1), and the words at the end of a view that stand for one.
func (t *written) readOptions(r *ddlReader) {
	for ; r.at < len(r.tokens); r.at++ {
		next := r.wordAt(r.at + 1)
		switch word := r.word(); {
		case (word == "WITH" || word == "SET") && next == "(":
			r.at++
			t.readList(r)
		case word == "CHECK" && next == "OPTION":
			t.options = append(t.options, "CHECK_OPTION")
		}
	}
}

// readList reads the names of a list of options.
func (t *written) readList(r *ddlReader) {
	for r.at < len(r.tokens) && r.word() != ")" {
		r.at++
		if r.at < len(r.tokens) && r.isName() {
			t.options = append(t.options, strings.ToUpper(r.plainNameAt(r.at)))
		}
		r.at = r.partEnd()
	}
}

// plainNameAt is a name as the engine keeps it.
func (r *ddlReader) plainNameAt(i int) string {
	if r.tokens[i].Kind == sqltext.Word {
		return strings.ToLower(r.textAt(i))
	}
	return unquoted(r.textAt(i))
}

// makes reports whether a statement makes the table or view of a name.
func makes(statement, name string) bool {
	r := newHeadReader(statement)
	if _, ok := r.readKind(); !ok {
		return false
	}
	return sqltext.Canonical(r.readName()) == sqltext.Canonical(name)
}
