package duckdb

import (
	"context"
	"database/sql/driver"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// readers lists the functions whose first argument names files.
var readers = []string{
	"read_csv", "read_csv_auto", "sniff_csv", "read_parquet", "parquet_scan", "parquet_metadata", "parquet_schema",
	"read_json", "read_json_auto", "read_ndjson", "read_ndjson_auto", "read_json_objects", "read_ndjson_objects", "read_text", "read_blob",
	"glob",
}

// namesFiles reports whether a text in lower case may call one of the readers. It spares most statements the parsing.
func namesFiles(lower string) bool {
	for _, stem := range []string{"read_", "parquet", "sniff_csv", "glob"} {
		if strings.Contains(lower, stem) {
			return true
		}
	}
	return false
}

// folderVariable is the variable of every connection that contains the folder. Views refer to it instead of the folder itself, so
// that they work when the folder has moved.
const folderVariable = "millrace_folder"

// setFolder sets the variable of a new connection.
func (i *instance) setFolder(connection driver.ExecerContext) error {
	_, err := connection.ExecContext(context.Background(), "SET VARIABLE "+folderVariable+" = "+literal(i.folder+"/"), nil)
	return err
}

// resolveFilePaths prepends the folder to every relative file name in a call of a reader. DuckDB itself would resolve
// such names in the working directory of the server, and reject them. In a view, the folder is that of the connection that reads
// the view.
func resolveFilePaths(statement, folder string) string {
	if createsView(statement) {
		return insertBeforeFiles(statement, func(out *strings.Builder) { out.WriteString("getvariable('" + folderVariable + "') || '") })
	}
	return insertBeforeFiles(statement, func(out *strings.Builder) {
		out.WriteString("'" + strings.ReplaceAll(folder, "'", "''") + "/")
	})
}

// createsView reports whether a statement begins with CREATE VIEW, with the words that may stand between.
func createsView(statement string) bool {
	isFirst := true
	for _, token := range sqltext.Tokens(statement) {
		switch token.Kind {
		case sqltext.Space, sqltext.LineComment, sqltext.BlockComment:
			continue
		case sqltext.Word:
		default:
			return false
		}
		switch word := strings.ToUpper(token.Of(statement)); {
		case isFirst != (word == "CREATE"):
			return false
		case word == "VIEW":
			return true
		case !isFirst && word != "OR" && word != "REPLACE" && word != "TEMP" && word != "TEMPORARY" && word != "RECURSIVE":
			return false
		}
		isFirst = false
	}
	return false
}

// insertBeforeFiles replaces the opening quote of every relative file name in a call of a reader.
func insertBeforeFiles(statement string, insert func(out *strings.Builder)) string {
	var out strings.Builder
	written := 0
	place := filePathScanner{text: statement}
	for _, token := range sqltext.Tokens(statement) {
		if !place.isFile(token) {
			continue
		}
		inside := token.Start + 1 // after the quote
		if name := statement[inside:token.End]; strings.HasPrefix(name, "/") || strings.Contains(name, "://") {
			continue
		}
		out.WriteString(statement[written:token.Start])
		insert(&out)
		written = inside
	}
	out.WriteString(statement[written:])
	return out.String()
}

// filePathScanner scans tokens and tracks where a file name may follow.
type filePathScanner struct {
	text  string
	state scannerState
}

type scannerState int

const (
	elsewhere   scannerState = iota
	afterReader              // a reader's name; a parenthesis may follow
	atArgument               // its first argument starts here
	atElement                // the argument is a list, and an element starts here
	afterElement
)

// isFile reports whether a token is a file name.
func (p *filePathScanner) isFile(token sqltext.Token) bool {
	text := token.Of(p.text)
	switch token.Kind {
	case sqltext.Space, sqltext.LineComment, sqltext.BlockComment:
		return false
	case sqltext.Word:
		p.state = elsewhere
		if isReader(text) {
			p.state = afterReader
		}
		return false
	case sqltext.String:
		return p.takeString() && strings.HasPrefix(text, "'")
	default:
		p.state = p.afterMark(text)
		return false
	}
}

// takeString advances past a string, and reports whether it is a file name.
func (p *filePathScanner) takeString() bool {
	switch p.state {
	case atArgument:
		p.state = elsewhere
		return true
	case atElement:
		p.state = afterElement
		return true
	default:
		p.state = elsewhere
		return false
	}
}

func (p *filePathScanner) afterMark(mark string) scannerState {
	switch {
	case p.state == afterReader && mark == "(":
		return atArgument
	case p.state == atArgument && mark == "[", p.state == afterElement && mark == ",":
		return atElement
	}
	return elsewhere
}

func isReader(word string) bool {
	for _, reader := range readers {
		if strings.EqualFold(word, reader) {
			return true
		}
	}
	return false
}
