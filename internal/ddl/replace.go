package ddl

import "github.com/millrace/millrace/internal/sqltext"

// WithoutReplace returns a statement that creates the object of a canonical name and fails if one exists, instead of
// replacing it. isNeeded is false for a statement that only drops that object. Other statements are returned unchanged.
func WithoutReplace(statement, name string) (text string, isNeeded bool) {
	r := newHeadReader(statement)
	switch r.word() {
	case "CREATE":
		return r.plainCreate(name), true
	case "DROP":
		return statement, !r.onlyDrops(name)
	default:
		return statement, true
	}
}

func (r *reader) plainCreate(name string) string {
	if r.wordAt(1) != "OR" || r.wordAt(2) != "REPLACE" {
		return r.text
	}
	if _, ok := r.readKind(); !ok || sqltext.Canonical(r.readName()) != name {
		return r.text
	}
	return r.text[:r.tokens[1].Start] + r.text[r.tokens[3].Start:]
}

// onlyDrops reports whether the statement drops the table or view of a name and nothing else.
func (r *reader) onlyDrops(name string) bool {
	if !r.take("DROP") || !r.take("TABLE") && !r.take("VIEW") {
		return false
	}
	r.takeAll("IF", "EXISTS")
	if sqltext.Canonical(r.readName()) != name {
		return false
	}
	r.takeAll("CASCADE", "RESTRICT", ";")
	return r.at == len(r.tokens)
}
