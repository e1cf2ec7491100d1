package ddl

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// Properties are the properties of an object that statements set by themselves.
type Properties struct {
	name        string // of the object, canonical
	HasComments bool   // on any object
	policies    []string
	options     []string // in upper case
}

// ReadProperties reads the properties that statements set for the table or view of a canonical name.
func ReadProperties(statements []string, name string) *Properties {
	p := &Properties{name: name}
	for _, statement := range statements {
		p.read(newReader(statement))
	}
	return p
}

// HasPolicy reports whether a statement creates a policy, named as the catalog stores it.
func (p *Properties) HasPolicy(name string) bool { return slices.Contains(p.policies, name) }

// HasOption reports whether a statement sets an option of the object.
func (p *Properties) HasOption(name string) bool {
	return slices.Contains(p.options, strings.ToUpper(name))
}

func (p *Properties) read(r *reader) {
	switch r.word() {
	case "COMMENT":
		p.HasComments = true
	case "CREATE":
		if r.wordAt(1) == "POLICY" {
			p.readPolicy(r)
		} else if _, ok := r.readKind(); ok && p.isNext(r) {
			p.readOptions(r)
		}
	case "ALTER":
		if r.at++; (r.take("TABLE") || r.take("VIEW")) && p.isNext(r) {
			p.readOptions(r)
		}
	}
}

// isNext reads a name and reports whether it is that of the object.
func (p *Properties) isNext(r *reader) bool {
	r.takeAll("IF", "EXISTS", "ONLY")
	return sqltext.Canonical(r.readName()) == p.name
}

// readPolicy reads the name of a policy of the object.
func (p *Properties) readPolicy(r *reader) {
	r.at = 2
	if r.at >= len(r.tokens) || !r.isName() {
		return
	}
	policy := r.storedName()
	if r.at++; r.take("ON") && p.isNext(r) {
		p.policies = append(p.policies, policy)
	}
}

// readOptions finds lists such as WITH (a = 1, b) and SET (a = 1), and the words at the end of a view that set an option.
func (p *Properties) readOptions(r *reader) {
	for ; r.at < len(r.tokens); r.at++ {
		next := r.wordAt(r.at + 1)
		switch word := r.word(); {
		case (word == "WITH" || word == "SET") && next == "(":
			r.at++
			p.readList(r)
		case word == "CHECK" && next == "OPTION":
			p.options = append(p.options, "CHECK_OPTION")
		}
	}
}

// readList reads the names of a list of options.
func (p *Properties) readList(r *reader) {
	for r.at < len(r.tokens) && r.word() != ")" {
		r.at++
		if r.at < len(r.tokens) && r.isName() {
			p.options = append(p.options, strings.ToUpper(r.storedName()))
		}
		r.at = r.partEnd()
	}
}
