package trino

import (
	"context"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/sqltext"
)

// isOwnProperty reports properties that a replacement must not repeat: the marker is new, and the server chooses the
// location of the files.
func isOwnProperty(clause string) bool {
	name, _, _ := strings.Cut(clause, " ")
	return name == "location" || name == "extra_properties" || name == "data_location"
}

// readDefinition reads the comment and the properties of a table from the statement that would create it.
func (s *server) readDefinition(ctx context.Context, table engine.Table) (comment string, properties []string, err error) {
	a, err := s.ask(ctx, "SHOW CREATE TABLE "+s.name(table, ""))
	if err != nil {
		return "", nil, err
	}
	if len(a.rows) != 1 {
		return "", nil, fault.New(fault.Internal, "the server returned no definition of table %s", table.Name)
	}
	comment, properties = parseDefinition(a.text(0, 0))
	return comment, properties, nil
}

// parseDefinition returns the comment and the properties of a CREATE TABLE statement, whose columns come before them.
func parseDefinition(statement string) (comment string, properties []string) {
	r := definitionReader{text: statement}
	scanner := sqltext.NewScanner(statement)
	for token, ok := scanner.Next(); ok; token, ok = scanner.Next() {
		r.read(token)
	}
	return r.comment, r.properties
}

// definitionReader reads a CREATE TABLE statement token by token.
type definitionReader struct {
	text       string
	comment    string
	properties []string

	word  string // the last word outside of brackets, in upper case
	depth int    // of brackets
	start int    // of the current property
}

func (r *definitionReader) read(token sqltext.Token) {
	text := token.Of(r.text)
	switch {
	case token.Kind == sqltext.Operator:
		r.operator(token, text)
	case r.depth > 0:
	case token.Kind == sqltext.Word:
		r.word = strings.ToUpper(text)
	case r.word == "COMMENT" && strings.HasPrefix(text, "'"):
		r.comment = strings.ReplaceAll(text[1:len(text)-1], "''", "'")
	}
}

func (r *definitionReader) operator(token sqltext.Token, text string) {
	switch text {
	case "(", "[":
		if r.depth++; r.depth == 1 {
			r.start = token.End
		}
	case ")", "]":
		if r.depth--; r.depth == 0 {
			r.add(token)
		}
	case ",":
		if r.depth == 1 {
			r.add(token)
		}
	}
}

// add adds the property that ends before a token.
func (r *definitionReader) add(end sqltext.Token) {
	clause := strings.TrimSpace(r.text[r.start:end.Start])
	r.start = end.End
	if r.word == "WITH" && clause != "" && !isOwnProperty(clause) {
		r.properties = append(r.properties, clause)
	}
}
