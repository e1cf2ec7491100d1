package difference

import (
	"slices"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/sqltext"
)

// forbidReplace lets the template's statements, from one on, make the object of the node only where there is none. What the
// plan knows of was dropped or moved away by statements before; whatever else is there by then is a stranger's, and the
// engine refuses to take its name.
func (w *nodePlan) forbidReplace(s *step, from int) {
	if w.MayReplace {
		return
	}
	name := sqltext.Canonical(w.name())
	var stages []plan.Stage
	var destroy []bool
	for i := from; i < len(s.script.stages); i++ {
		stage := s.script.stages[i]
		text, isNeeded := plain(stage.SQL, name)
		if !isNeeded {
			continue
		}
		stage.SQL = text
		stages, destroy = append(stages, stage), append(destroy, s.script.destroy[i])
	}
	s.script.stages = slices.Concat(s.script.stages[:from], stages)
	s.script.destroy = slices.Concat(s.script.destroy[:from], destroy)
}

// plain is a statement that makes the object of a canonical name without replacing one. It is false for a statement that
// only drops what is there. Every other statement is given as it is.
func plain(statement, name string) (text string, isNeeded bool) {
	r := newHeadReader(statement)
	switch r.word() {
	case "CREATE":
		return r.withoutReplace(name), true
	case "DROP":
		return statement, !r.onlyDrops(name)
	default:
		return statement, true
	}
}

// maxHead is how many tokens a statement can have up to the end of a name with a database and a schema, and a word more.
const maxHead = 24

// newHeadReader reads the beginning of a statement. A plan may hold ten thousand of them, and what follows may be long.
func newHeadReader(statement string) *ddlReader {
	r := &ddlReader{text: statement}
	scanner := sqltext.NewScanner(statement)
	for len(r.tokens) < maxHead {
		token, ok := scanner.Next()
		if !ok {
			break
		}
		if token.Kind != sqltext.Space && token.Kind != sqltext.LineComment && token.Kind != sqltext.BlockComment {
			r.tokens = append(r.tokens, token)
		}
	}
	return r
}

func (r *ddlReader) withoutReplace(name string) string {
	if r.wordAt(1) != "OR" || r.wordAt(2) != "REPLACE" {
		return r.text
	}
	if _, ok := r.readKind(); !ok || sqltext.Canonical(r.readName()) != name {
		return r.text
	}
	return r.text[:r.tokens[1].Start] + r.text[r.tokens[3].Start:]
}

// onlyDrops reports whether the statement drops the table or view of a name and nothing beside it.
func (r *ddlReader) onlyDrops(name string) bool {
	if !r.take("DROP") || !r.take("TABLE") && !r.take("VIEW") {
		return false
	}
	for _, word := range []string{"IF", "EXISTS"} {
		r.take(word)
	}
	if sqltext.Canonical(r.readName()) != name {
		return false
	}
	for _, word := range []string{"CASCADE", "RESTRICT", ";"} {
		r.take(word)
	}
	return r.at == len(r.tokens)
}
