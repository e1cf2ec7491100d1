package staging

import (
	"strings"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/sqltext"
)

// statement is the beginning of a statement: what it does to which object.
type statement struct {
	verb string // INSERT, UPDATE, DELETE, MERGE, TRUNCATE, CREATE TABLE, DROP TABLE, ALTER TABLE; otherwise the first word
	name name   // the object; empty if the verb is only a first word
	end  int    // the offset after the name
	// replaces is true for CREATE OR REPLACE.
	replaces bool
	// isConditional is true after IF EXISTS and IF NOT EXISTS.
	isConditional bool
}

// words reads a text word by word.
type words struct {
	text    string
	scanner sqltext.Scanner
	token   sqltext.Token // the current one
	isOver  bool
}

func newWords(text string) *words {
	w := &words{text: text, scanner: sqltext.NewScanner(text)}
	w.next()
	return w
}

// next moves to the next token that has a meaning.
func (w *words) next() {
	for {
		token, ok := w.scanner.Next()
		if !ok {
			w.token, w.isOver = sqltext.Token{Range: sqltext.Range{Start: len(w.text), End: len(w.text)}}, true
			return
		}
		if token.Kind > sqltext.BlockComment {
			w.token = token
			return
		}
	}
}

// word returns the current token in upper case; empty for a quoted name or a text.
func (w *words) word() string {
	if w.isOver || w.token.Kind != sqltext.Word && w.token.Kind != sqltext.Operator {
		return ""
	}
	return strings.ToUpper(w.token.Of(w.text))
}

// take moves past a word, and reports whether it was there.
func (w *words) take(word string) bool {
	if w.word() != word {
		return false
	}
	w.next()
	return true
}

// readStatement reads the beginning of a statement.
func readStatement(d *dialect.Dialect, text string) statement {
	w := newWords(text)
	s := statement{verb: w.word()}
	w.next()
	switch s.verb {
	case "INSERT", "MERGE":
		if !w.take("INTO") {
			return s
		}
	case "DELETE":
		if !w.take("FROM") {
			return s
		}
	case "TRUNCATE":
		w.take("TABLE")
	case "CREATE", "DROP", "ALTER":
		if !s.readDefinition(w) {
			return s
		}
	case "UPDATE":
	default:
		return s
	}
	s.name, s.end = readName(d, w)
	return s
}

// readDefinition reads what follows CREATE, DROP or ALTER, up to the name. It is false if that is not about a table.
func (s *statement) readDefinition(w *words) bool {
	if w.take("OR") {
		s.replaces = w.take("REPLACE")
	}
	for w.take("TEMP") || w.take("TEMPORARY") || w.take("TRANSIENT") {
		continue
	}
	if !w.take("TABLE") {
		return false
	}
	s.verb += " TABLE"
	if w.take("IF") {
		w.take("NOT")
		s.isConditional = w.take("EXISTS")
	}
	return true
}

// isEmptying reports whether the statement deletes all rows of its table.
func (s *statement) isEmptying(text string) bool {
	switch s.verb {
	case "TRUNCATE":
		return true
	case "DELETE":
		return strings.Trim(text[s.end:], " \t\r\n;") == ""
	}
	return false
}

// changesRows reports whether the statement changes rows, and no definition.
func (s *statement) changesRows() bool {
	switch s.verb {
	case "INSERT", "UPDATE", "DELETE", "MERGE", "TRUNCATE":
		return true
	}
	return false
}

// isCreateAs reports whether the statement creates a table from a query.
func (s *statement) isCreateAs(text string) bool {
	if s.verb != "CREATE TABLE" {
		return false
	}
	depth := 0
	for w := newWords(text[s.end:]); !w.isOver; w.next() {
		switch w.word() {
		case "(":
			depth++
		case ")":
			depth--
		case "AS":
			if depth == 0 {
				return true
			}
		}
	}
	return false
}
