package dialect

import (
	"path"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/jinja"
)

// fileTemplates are how an engine reads files as tables. They are empty if it cannot.
type fileTemplates struct {
	csv, parquet, json string // {path}, {header} and {options}
	delimiter          string // option: the separator of values, {text}
	names              string // option: the column names of a file without a header, {list}
	types              string // option: the types of columns, {pairs} of name and type
	byName             string // option: match the columns of several files by name
}

// File is a file, or several files that match a pattern, read as a table.
type File struct {
	Path      string   // relative to the folder of the connection; may have *, ? and [
	Columns   []Column // known columns; the engine infers a missing type
	HasHeader bool     // a CSV starts with its column names
	Delimiter string   // of a CSV; "" lets the engine detect it
}

// ReadFile returns an expression for FROM that reads the file. The file extension decides the format: CSV, Parquet or
// JSON, also compressed.
func (d *Dialect) ReadFile(f File) (string, error) {
	if !d.capabilities.ReadsFiles {
		return "", fault.New(fault.Invalid, "%s cannot read files", d.kind).
			WithHint("Load the file into a table and use that, or use a connection of kind duckdb.")
	}
	if err := checkPath(f.Path); err != nil {
		return "", err
	}
	var template string
	options := ""
	switch f.format() {
	case ".csv", ".tsv", ".txt":
		template, options = d.files.csv, d.csvOptions(f)
	case ".parquet":
		template = d.files.parquet
	case ".json", ".jsonl", ".ndjson":
		template = d.files.json
	default:
		return "", fault.New(fault.Invalid, "the file %s has no known extension", f.Path).
			WithHint("Use one of .csv, .tsv, .txt, .parquet, .json, .jsonl or .ndjson; .gz and .zst may follow.")
	}
	if strings.ContainsAny(f.Path, "*?[") {
		options += d.files.byName
	}
	return fill(template, "path", d.Literal(f.Path), "header", d.Boolean(f.HasHeader), "options", options), nil
}

// format returns the file extension, ignoring the extensions of compressed files.
func (f File) format() string {
	name := strings.ToLower(f.Path)
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")
	return path.Ext(name)
}

// csvOptions describes the known columns. It passes types to the reader instead of casting its output, because type
// inference would already have turned 007 into 7.
func (d *Dialect) csvOptions(f File) string {
	var names, types []string
	for _, column := range f.Columns {
		names = append(names, d.Literal(column.Name))
		if column.Type != "" {
			types = append(types, d.Literal(column.Name)+": "+d.Literal(d.Type(column.Type)))
		}
	}
	options := ""
	if f.Delimiter != "" {
		options += fill(d.files.delimiter, "text", d.Literal(f.Delimiter))
	}
	if !f.HasHeader && len(names) > 0 {
		options += fill(d.files.names, "list", strings.Join(names, ", "))
	}
	if len(types) > 0 {
		options += fill(d.files.types, "pairs", strings.Join(types, ", "))
	}
	return options
}

// checkPath rejects a path that leads out of the connection's folder. The engine rejects it too; this error is clearer.
func checkPath(file string) error {
	parts := strings.FieldsFunc(file, func(r rune) bool { return r == '/' || r == '\\' })
	if len(parts) > 0 && !strings.HasPrefix(file, "/") && !strings.HasPrefix(file, "~") &&
		!strings.Contains(file, ":") && !slices.Contains(parts, "..") {
		return nil
	}
	return fault.New(fault.Invalid, "%q is not a path inside the folder of the connection", file).
		WithHint("Write a path relative to that folder, such as orders.csv or orders/*.parquet.")
}

func (d *Dialect) callReadFile(args jinja.Arguments) (jinja.Value, error) {
	given, err := args.Bind("path", "columns?", "has_header?", "delimiter?")
	if err != nil {
		return jinja.Value{}, err
	}
	file := File{Path: given[0].String(), HasHeader: given[2].Truth(), Delimiter: given[3].String()}
	columns, err := given[1].Items()
	if err != nil {
		return jinja.Value{}, err
	}
	for _, column := range columns {
		file.Columns = append(file.Columns, Column{Name: column.Attr("name").String(), Type: column.Attr("dataType").String()})
	}
	return answer(d.ReadFile(file))
}
