package difference

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// createStatement is a statement that makes a table or a view, taken apart.
type createStatement struct {
	kind    Kind
	name    string // as it is written
	columns []columnText
	// isListed says that the columns are written out; otherwise they come from a query.
	isListed bool
	// rest is what is said about the table beside its columns; the column list is left out of it.
	rest []string
}

// columnText is a column in the list of CREATE TABLE.
type columnText struct {
	whole, name, dataType string
	isRequired            bool
	defaultValue          string
	more                  string // what else is said about it
}

// readTable reads a statement that begins with CREATE. It is false for every other, and for one that it does not understand.
func readTable(statement string) (createStatement, bool) {
	r := newTableReader(statement)
	return r.read()
}

func newTableReader(statement string) *ddlReader {
	r := &ddlReader{text: statement}
	for _, token := range sqltext.Tokens(statement) {
		if token.Kind != sqltext.Space && token.Kind != sqltext.LineComment && token.Kind != sqltext.BlockComment {
			r.tokens = append(r.tokens, token)
		}
	}
	return r
}

// ddlReader goes through the tokens of a statement.
type ddlReader struct {
	text   string
	tokens []sqltext.Token
	at     int
}

func (r *ddlReader) read() (table createStatement, ok bool) {
	if table.kind, ok = r.readKind(); !ok {
		return table, false
	}
	table.name = r.readName()
	if table.kind == Table && r.word() == "(" {
		table.isListed = r.readColumns(&table)
	}
	table.rest = append(table.rest, r.between(r.at, len(r.tokens)))
	return table, true
}

// readKind reads from CREATE up to the name.
func (r *ddlReader) readKind() (Kind, bool) {
	if !r.take("CREATE") {
		return "", false
	}
	for _, word := range []string{"OR", "REPLACE", "LOCAL", "GLOBAL", "TRANSIENT", "TEMPORARY", "TEMP", "UNLOGGED", "FORCE", "SECURE", "RECURSIVE"} {
		r.take(word)
	}
	kind := Table
	if !r.take("TABLE") {
		kind = View
		if !r.take("VIEW") {
			return "", false
		}
	}
	for _, word := range []string{"IF", "NOT", "EXISTS"} {
		r.take(word)
	}
	return kind, true
}

// readName reads names with dots between them.
func (r *ddlReader) readName() string {
	start := r.at
	for r.at < len(r.tokens) && r.isName() {
		r.at++
		if r.word() != "." {
			break
		}
		r.at++
	}
	return r.between(start, r.at)
}

// readColumns reads the list in parentheses. It is false when it is not a list of columns with types.
func (r *ddlReader) readColumns(table *createStatement) bool {
	begin := r.at
	r.at++
	for r.at < len(r.tokens) {
		end := r.partEnd()
		if !r.readPart(table, end) {
			r.at = begin
			table.columns, table.rest = nil, nil
			return false
		}
		r.at = end + 1
		if end < len(r.tokens) && r.wordAt(end) == ")" {
			return true
		}
	}
	r.at = begin
	return false
}

// partEnd finds the comma or parenthesis that ends the part at hand.
func (r *ddlReader) partEnd() int {
	depth := 0
	for i := r.at; i < len(r.tokens); i++ {
		switch r.wordAt(i) {
		case "(", "[":
			depth++
		case ",":
			if depth == 0 {
				return i
			}
		case ")", "]":
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return len(r.tokens)
}

// readPart reads a column or a constraint.
func (r *ddlReader) readPart(table *createStatement, end int) bool {
	if r.at >= end || !r.isName() {
		return false
	}
	switch r.word() {
	case "CONSTRAINT", "PRIMARY", "UNIQUE", "FOREIGN", "CHECK", "EXCLUDE", "LIKE", "PERIOD":
		table.rest = append(table.rest, r.between(r.at, end))
		return true
	}
	column := columnText{whole: r.between(r.at, end), name: unquoted(r.textAt(r.at))}
	start := r.at + 1
	r.at = start
	for r.at < end && !r.isOption() {
		r.at++
	}
	column.dataType = r.between(start, r.at)
	if column.dataType == "" {
		return false
	}
	r.readOptions(&column, end)
	if column.more != "" {
		table.rest = append(table.rest, column.name+" "+column.more)
	}
	table.columns = append(table.columns, column)
	return true
}

// readOptions reads what stands behind the type of a column.
func (r *ddlReader) readOptions(column *columnText, end int) {
	for r.at < end {
		start := r.at
		switch {
		case r.word() == "NOT" && r.at+1 < end && r.wordAt(r.at+1) == "NULL":
			column.isRequired = true
			r.at += 2
		case r.word() == "NULL":
			r.at++
		case r.word() == "DEFAULT":
			r.at += 2
			for r.at < end && !r.isOption() {
				r.at++
			}
			column.defaultValue = r.between(start+1, min(r.at, end))
		default:
			if r.word() == "PRIMARY" || r.word() == "GENERATED" {
				column.isRequired = true
			}
			r.at++
			for r.at < end && !r.isOption() {
				r.at++
			}
			column.more = strings.TrimSpace(column.more + " " + r.between(start, r.at))
		}
	}
}

// isOption reports whether the token ends the type or the default of a column.
func (r *ddlReader) isOption() bool {
	return slices.Contains([]string{
		"NOT", "NULL", "DEFAULT", "PRIMARY", "UNIQUE", "REFERENCES", "CHECK", "GENERATED", "COMMENT", "COLLATE", "CONSTRAINT", "AS",
		"IDENTITY", "AUTOINCREMENT", "MASKING", "TAG",
	}, r.word())
}

func (r *ddlReader) take(word string) bool {
	if r.word() != word {
		return false
	}
	r.at++
	return true
}

// word is the token at hand in capitals; empty at the end and for a quoted name, which is never a keyword.
func (r *ddlReader) word() string { return r.wordAt(r.at) }

func (r *ddlReader) wordAt(i int) string {
	if i >= len(r.tokens) || r.tokens[i].Kind != sqltext.Word && r.tokens[i].Kind != sqltext.Operator {
		return ""
	}
	return strings.ToUpper(r.textAt(i))
}

func (r *ddlReader) isName() bool { return r.isNameAt(r.at) }

func (r *ddlReader) isNameAt(i int) bool {
	return r.tokens[i].Kind == sqltext.Word || r.tokens[i].Kind == sqltext.QuotedIdentifier
}

func (r *ddlReader) textAt(i int) string { return r.tokens[i].Of(r.text) }

// between is the text from one token up to another.
func (r *ddlReader) between(from, to int) string {
	if from >= to {
		return ""
	}
	return r.text[r.tokens[from].Start:r.tokens[to-1].End]
}

// unquoted is a name without its quotes.
func unquoted(name string) string {
	if len(name) < 2 || name[0] != '"' && name[0] != '`' {
		return name
	}
	quote := name[:1]
	return strings.ReplaceAll(name[1:len(name)-1], quote+quote, quote)
}
